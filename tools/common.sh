# Shared by ./demo, ./test, ./bench and .ci/run, which source it from the repository's root.

# say TEXT: what the script is doing now.
say() {
  if [[ -t 1 ]]; then printf '\033[1m== %s\033[0m\n' "$*"; else printf '== %s\n' "$*"; fi
}

# build PRESET [TARGET...]: configures and builds build/PRESET; everything when no target is named.
build() {
  local preset="$1" log target
  shift
  log="build/$preset/configure.log"
  mkdir -p "build/$preset"
  say "building build/$preset${1:+ ($*)}"
  if ! cmake --preset "$preset" >"$log" 2>&1; then
    cat "$log" >&2
    echo "$0: CMake could not configure preset '$preset' (output above, also in $log)" >&2
    return 1
  fi
  local targets=()
  for target in "$@"; do targets+=(--target "$target"); done
  cmake --build --preset "$preset" --parallel "$(nproc)" "${targets[@]}"
}

# run_tests PRESET [CTEST ARGUMENT...]: runs the tests of a preset. CTest's own summary is the last line.
run_tests() {
  local preset="$1" log status=0
  shift
  log="$PWD/build/ctest_$preset.log"
  rm -f "$log"
  say "running the tests ($preset)"
  ctest --preset "$preset" --parallel "$(nproc)" --output-log "$log" "$@" || status=$?
  grep -E '^[0-9]+% tests passed, ' "$log" | tail -n 1 || true
  return "$status"
}
