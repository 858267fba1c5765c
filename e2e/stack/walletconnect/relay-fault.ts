import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'

/** The fault that a test injects into the relay. */
export const faultSchema = z.discriminatedUnion('is', [
  z.object({ is: z.literal('none') }),
  /** Connections open, but no frame is processed until the fault ends; frames that arrive meanwhile are processed then. */
  z.object({ is: z.literal('silent') }),
  /** Each frame is processed after this delay, in order. */
  z.object({ is: z.literal('slow'), delayMs: z.int().check(z.nonnegative()) }),
  /** Each frame is dropped without a response. */
  z.object({ is: z.literal('dropping') }),
  /** As if the relay were down: connections are cut, and new ones before they open. */
  z.object({ is: z.literal('gone') }),
  /** New connections are rejected: with an HTTP status before they open, or closed after it with code 3000 and the reason. */
  z.object({
    is: z.literal('refusing'),
    how: z.union([z.object({ status: z.int() }), z.object({ reason: z.string() })]),
  }),
])
export type RelayFault = z.infer<typeof faultSchema>

/** What the relay does with a frame that arrived during a fault. */
export type Passage = 'pass' | 'drop'

/** Creates the faults by project id of the client's URL; a fault without a project applies to all, before their own. */
export function createFaultGates() {
  const common = createFaultGate()
  const own = new Map<string, ReturnType<typeof createFaultGate>>()

  function of(project: string) {
    const gate = own.get(project) ?? createFaultGate()
    own.set(project, gate)
    return gate
  }

  return {
    set(fault: RelayFault, project?: string): void {
      const gate = project === undefined ? common : of(project)
      gate.set(fault)
    },
    current(project: string): RelayFault {
      const everybodys = common.current()
      return everybodys.is === 'none' ? of(project).current() : everybodys
    },
    /** Resolves when a frame that arrives now can be processed or dropped; decides again when a fault changes. */
    passage: async (project: string): Promise<Passage> =>
      (await common.passage()) === 'drop' ? 'drop' : of(project).passage(),
    heldOf: (project: string): number => of(project).counts().held,
    counts() {
      const all = [common, ...own.values()].map((gate) => gate.counts())
      return {
        held: all.reduce((sum, { held }) => sum + held, 0),
        dropped: all.reduce((sum, { dropped }) => sum + dropped, 0),
      }
    },
  }
}

/** Creates a filter that delays or drops frames by the current fault. */
function createFaultGate() {
  let fault: RelayFault = { is: 'none' }
  let changed = new AbortController()
  let held = 0
  let dropped = 0

  async function judge(): Promise<Passage> {
    const arrivedAt = performance.now()
    for (;;) {
      if (fault.is === 'dropping') return 'drop'
      const remainingMs = fault.is === 'slow' ? arrivedAt + fault.delayMs - performance.now() : 0
      if (fault.is !== 'silent' && remainingMs <= 0) return 'pass'
      const { signal } = changed
      if (fault.is === 'silent') await aborted(signal)
      else await wait(remainingMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }

  return {
    current: (): RelayFault => fault,
    set(next: RelayFault): void {
      fault = next
      changed.abort()
      changed = new AbortController()
    },
    async passage(): Promise<Passage> {
      held += 1
      const passage = await judge()
      held -= 1
      if (passage === 'drop') dropped += 1
      return passage
    },
    counts: () => ({ held, dropped }),
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
