import type { Atom, Store } from '#widget/lib/state.ts'

/** Test only: resolves once an atom has such a value. */
export const when = <Value>(
  store: Store,
  source: Atom<Value>,
  fits: (value: Value) => boolean,
): Promise<void> =>
  new Promise((resolve) => {
    let stop = () => {}
    const check = () => {
      if (!fits(store.get(source))) return
      stop()
      resolve()
    }
    stop = store.sub(source, check)
    check()
  })
