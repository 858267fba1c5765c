/** Reproducible random numbers by seed (mulberry32). */
export function seededRandom(seed: number): { below(limit: number): number } {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let bits = Math.imul(state ^ (state >>> 15), state | 1)
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
    return ((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296
  }
  return { below: (limit) => Math.floor(next() * limit) }
}

export type Random = ReturnType<typeof seededRandom>

const pick = <T>(random: Random, items: readonly [T, ...T[]]): T =>
  items[random.below(items.length)] ?? items[0]

const unusualKeys = ['__proto__', 'constructor', 'prototype', 'then', 'toString', 'id', 'stack', '0'] as const

const unusualValue = (random: Random): unknown =>
  pick<() => unknown>(random, [
    () => undefined,
    () => null,
    () => -1,
    () => Number.NaN,
    () => 2 ** 53,
    () => 0.5,
    () => '',
    () => 'x'.repeat(random.below(300_000)),
    () => '0'.repeat(32),
    () => 10n ** 30n,
    () => [],
    () => Array(random.below(600)).fill(0),
    () => ({}),
    () => JSON.parse(`{"${pick(random, unusualKeys)}":{"polluted":1}}`),
    () => new Map([['a', 1]]),
    () => new Date(Number.NaN),
    () => new Uint8Array(random.below(300_000)),
    () => new Error('e'),
    () => /x/g,
    () => ({ type: 'HANDLER', name: pick(random, ['proxy', 'throw', 'nobody']), value: {} }),
    () => pick(random, ['GET', 'SET', 'APPLY', 'CONSTRUCT', 'ENDPOINT', 'RELEASE', 'RAW', 'HANDLER']),
    () => [pick(random, unusualKeys), pick(random, unusualKeys)],
    () => {
      const cycle: { self?: unknown } = {}
      cycle.self = cycle
      return cycle
    },
  ])()

const isBranch = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)

/** One to three random changes anywhere in a copy of `message`: values replaced, keys dropped or added. */
export function mutate(message: unknown, random: Random): unknown {
  let copy: unknown = structuredClone(message)
  for (let changes = 1 + random.below(3); changes > 0; changes -= 1) {
    if (!isBranch(copy) || random.below(40) === 0) {
      copy = unusualValue(random)
      continue
    }
    let branch = copy
    for (;;) {
      const child: unknown = Reflect.get(branch, pick(random, ['', ...Object.keys(branch)]))
      if (!isBranch(child) || random.below(3) === 0) break
      branch = child
    }
    const key = pick(random, ['x', ...Object.keys(branch)])
    const change = random.below(5)
    if (change === 0) Reflect.deleteProperty(branch, key)
    else if (change === 1) {
      const added = pick(random, unusualKeys)
      Object.defineProperty(branch, added, {
        value: unusualValue(random),
        enumerable: true,
        configurable: true,
        writable: true,
      })
    } else Reflect.set(branch, key, unusualValue(random))
  }
  return copy
}
