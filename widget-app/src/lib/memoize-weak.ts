/** A pure function which answers with the same object as before for the same object, as long as that one lives. */
export function memoizeWeak<Input extends object, Output>(compute: (input: Input) => Output) {
  const known = new WeakMap<Input, Output>()
  return (input: Input): Output => {
    const before = known.get(input)
    if (before !== undefined) return before
    const output = compute(input)
    known.set(input, output)
    return output
  }
}
