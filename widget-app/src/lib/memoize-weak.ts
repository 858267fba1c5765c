/** Memoizes a pure function by its argument: the result is retained as long as the argument object. */
export function memoizeWeak<Input extends object, Output>(compute: (input: Input) => Output) {
  const cache = new WeakMap<Input, Output>()
  return (input: Input): Output => {
    const cached = cache.get(input)
    if (cached !== undefined) return cached
    const output = compute(input)
    cache.set(input, output)
    return output
  }
}
