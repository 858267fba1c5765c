/** Memoizes a pure function by its argument: the result is retained as long as the argument object. */
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
