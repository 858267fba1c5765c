import { afterEach, beforeEach, expect, it } from 'vitest'
import * as z from '#shared/zod.ts'
import { randomId } from './random-id.ts'
import { type Attack, attack } from './testing/hostile-peer.ts'
import { mutate, type Random, seededRandom } from './testing/mutate.ts'

const isLong = process.env.DRAWBRIDGE_LONG === '1'
const mutants = isLong ? 10_000 : 500
const seed = Number(process.env.DRAWBRIDGE_SEED ?? Date.now() % 1_000_000)

const uncaughtErrors: unknown[] = []
const onUncaught = (uncaughtError: unknown) => uncaughtErrors.push(uncaughtError)

beforeEach(() => {
  process.stdout.write(`channel fuzz: ${mutants} mutants, DRAWBRIDGE_SEED=${seed}\n`)
  process.on('uncaughtException', onUncaught)
  process.on('unhandledRejection', onUncaught)
})

afterEach(() => {
  process.off('uncaughtException', onUncaught)
  process.off('unhandledRejection', onUncaught)
})

const idSchema = z.string().check(z.minLength(1), z.maxLength(128))

/** The comlink id of a frame by the protocol: an own string of 1 to 128 characters, also of an array. */
const readableId = (frame: unknown): string | undefined =>
  typeof frame === 'object' && frame !== null
    ? idSchema.safeParse(Object.getOwnPropertyDescriptor(frame, 'id')?.value).data
    : undefined

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

async function until(what: string, condition: () => boolean) {
  for (let turns = 0; turns < 5_000; turns += 1) {
    if (condition()) return
    await nextTurn()
  }
  throw new Error(`${what} (seed ${seed})`)
}

/** A link that counts the replies it owes. */
const subject = (side: 'host' | 'widget') => {
  const link = attack(side)
  const owed = new Map<string, number>()
  const answered = () => {
    const counts = new Map<string, number>()
    for (const reply of link.calls.received) {
      const id = readableId(reply)
      if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1)
    }
    return counts
  }
  return { link, owed, answered }
}

const validCall = (link: Attack, random: Random) => {
  const method = ['echo', 'sign', 'show', 'nothing'][random.below(4)] ?? 'echo'
  return link.frame(
    method,
    method === 'sign' ? { text: 'a' } : method === 'echo' ? { value: [1, { b: 2 }] } : {},
  )
}

const validControl = (link: Attack, random: Random) =>
  [
    { t: 'evt', sid: link.sid, seq: random.below(1_000_000), topic: 'note', payload: { text: 'a' } },
    { t: 'cancel', sid: link.sid, id: randomId(), reason: 'aborted' },
    { t: 'ping', sid: link.sid, n: random.below(100) },
    { t: 'pong', sid: link.sid, n: random.below(100) },
    { t: 'accept', sid: link.sid, v: 1, widget: '1', caps: [] },
  ][random.below(5)]

it.each(['host', 'widget'] as const)(
  'seeded mutants on the %s › nothing uncaught, one reply per readable id',
  async (side) => {
    const random = seededRandom(seed)
    let current = subject(side)
    let links = 1
    const finish = async () => {
      const { link, owed, answered } = current
      await until('every readable id is answered', () =>
        [...owed].every(([id, times]) => (answered().get(id) ?? 0) >= times),
      )
      expect(answered(), `seed ${seed}`).toEqual(owed)
      link.close()
    }
    for (let n = 0; n < mutants; n += 1) {
      const { link, owed, answered } = current
      const target = random.below(10)
      if (target < 7) {
        // The receiver gets a clone, which drops own fields of maps, dates and errors.
        const frame = structuredClone(mutate(validCall(link, random), random))
        const id = readableId(frame)
        if (id !== undefined) owed.set(id, (owed.get(id) ?? 0) + 1)
        link.calls.post(frame)
        if (id !== undefined) {
          await until(`mutant ${n} is answered`, () => (answered().get(id) ?? 0) >= (owed.get(id) ?? 0))
        }
      } else if (target < 9) link.ctl.post(mutate(validControl(link, random), random))
      else
        link.replies.post(
          mutate({ id: randomId(), type: 'RAW', value: { id: randomId(), ok: true } }, random),
        )
      // A message without reply has been handled when a later turn of the event loop has passed every port.
      for (let turns = 0; turns < 3; turns += 1) await nextTurn()
      if (link.target.closed.length > 0) {
        expect(link.target.closed, `seed ${seed}`).toEqual([expect.stringMatching(/^strike$/)])
        await finish()
        current = subject(side)
        links += 1
      }
    }
    await finish()
    expect(uncaughtErrors, `seed ${seed}`).toEqual([])
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
    expect(links).toBeGreaterThan(mutants / 20)
  },
  120_000,
)
