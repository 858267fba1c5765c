import { expect, reducedMotion, test } from '../fixtures.ts'
import { openHostileHost } from './raw-peer.ts'

test.use(reducedMotion)

const isLong = process.env.DRAWBRIDGE_LONG === '1'
const mutants = isLong ? 2_000 : 80
const seed = Number(process.env.DRAWBRIDGE_SEED ?? Date.now() % 1_000_000)

test('seeded mutants across frames › nothing uncaught, one reply per id (test 11)', async ({
  page,
  world,
}, info) => {
  test.setTimeout(isLong ? 600_000 : 60_000)
  info.annotations.push({ type: 'seed', description: `DRAWBRIDGE_SEED=${seed}` })
  console.log(`cross-frame fuzz: ${mutants} mutants, DRAWBRIDGE_SEED=${seed}`)
  const host = await openHostileHost(page, world)
  let sent = 0
  let links = 0
  while (sent < mutants) {
    await host.link()
    links += 1
    const outcome = await page.evaluate(
      async ([from, to, start]) => {
        // mulberry32 from the seed and the index of the mutant, so that each failure is reproducible.
        const random = (limit: number, at: number) => {
          let bits = (start + at * 0x6d2b79f5) >>> 0
          bits = Math.imul(bits ^ (bits >>> 15), bits | 1)
          bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
          return ((bits ^ (bits >>> 14)) >>> 0) % limit
        }
        const { rawPeer } = window
        const cycle: { self?: unknown } = {}
        cycle.self = cycle
        const unusualValues: readonly unknown[] = [
          undefined,
          null,
          -1,
          Number.NaN,
          2 ** 53,
          '',
          'x'.repeat(200_000),
          10n ** 30n,
          [],
          Array.from({ length: 500 }, () => 0),
          {},
          JSON.parse('{"__proto__":{"polluted":1}}'),
          JSON.parse('{"constructor":{"prototype":{"polluted":1}}}'),
          new Map([['a', 1]]),
          new Uint8Array(300_000),
          new Error('e'),
          /x/g,
          cycle,
          { type: 'HANDLER', name: 'proxy', value: {} },
          'CONSTRUCT',
          ['__proto__', 'polluted'],
        ]
        const branches = (root: unknown): object[] =>
          typeof root === 'object' && root !== null && !ArrayBuffer.isView(root)
            ? [root, ...Object.values(root).flatMap(branches)]
            : []
        const expectedIds: string[] = []
        let n = from
        const isOpen = () =>
          !rawPeer.received.ctl.some((message) => Reflect.get(Object(message), 't') === 'bye')
        /** Waits for the reply, many times longer than any response of an open link takes. */
        const waitForReply = async (pendingReply: Promise<unknown>) => {
          let isWaiting = true
          const responded = pendingReply.then(() => {
            isWaiting = false
          })
          for (let trips = 0; isWaiting && trips < 500; trips += 1) {
            await Promise.race([responded, fetch(location.href)])
          }
        }
        const probes = new Set<string>()
        /** Waits until all posts so far are handled: the next call gets a response, or the link sends bye. */
        const waitUntilHandled = async () => {
          const probe = rawPeer.frame('state.get', {})
          probes.add(probe.id)
          let isWaiting = true
          rawPeer.call(probe).then(() => {
            isWaiting = false
          })
          for (let trips = 0; isWaiting && isOpen() && trips < 500; trips += 1) await fetch(location.href)
        }
        for (; n < to && isOpen(); n += 1) {
          const frame = rawPeer.frame('state.get', {})
          const places = branches(frame)
          const place = places[random(places.length, n * 4)] ?? {}
          const keys = Object.keys(place)
          const key = keys[random(keys.length + 1, n * 4 + 1)] ?? 'extra'
          if (random(5, n * 4 + 2) === 0) Reflect.deleteProperty(place, key)
          else Reflect.set(place, key, unusualValues[random(unusualValues.length, n * 4 + 3)])
          const { id } = frame
          const isReadable = typeof id === 'string' && id.length >= 1 && id.length <= 128
          if (isReadable) {
            expectedIds.push(id)
            // A missing reply fails the comparison below with its index, instead of a timeout.
            await waitForReply(rawPeer.call(frame))
          } else rawPeer.post('calls', frame)
          await waitUntilHandled()
        }
        const replies = rawPeer.received.calls
          .map((reply) => String(Reflect.get(Object(reply), 'id')))
          .filter((replied) => !probes.has(replied))
        return { n, owed: expectedIds, replies }
      },
      [sent, mutants, seed] as const,
    )
    expect(outcome.replies, `seed ${seed}, mutants ${sent} to ${outcome.n}`).toEqual(outcome.owed)
    sent = outcome.n
  }
  expect(links).toBeGreaterThan(mutants / 10)
  const polluted = page.frames().map((frame) => frame.evaluate(() => Reflect.get({}, 'polluted')))
  expect(await Promise.all(polluted)).toEqual([undefined, undefined])
})
