import { setTimeout as wait } from 'node:timers/promises'
import * as z from '#shared/zod.ts'

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
export type FrameDecision = 'pass' | 'drop'

/** Creates the faults by project id of the client's URL; a fault without a project applies to all, before their own. */
export function createFaultFilters() {
  const globalFilter = createFaultFilter()
  const projectFilters = new Map<string, ReturnType<typeof createFaultFilter>>()

  function filterOf(project: string) {
    const filter = projectFilters.get(project) ?? createFaultFilter()
    projectFilters.set(project, filter)
    return filter
  }

  return {
    set(fault: RelayFault, project?: string): void {
      const filter = project === undefined ? globalFilter : filterOf(project)
      filter.set(fault)
    },
    current(project: string): RelayFault {
      const globalFault = globalFilter.current()
      return globalFault.is === 'none' ? filterOf(project).current() : globalFault
    },
    /** Resolves when a frame that arrives now can be processed or dropped; decides again when a fault changes. */
    admit: async (project: string): Promise<FrameDecision> =>
      (await globalFilter.admit()) === 'drop' ? 'drop' : filterOf(project).admit(),
    blockedOf: (project: string): number => filterOf(project).counts().blocked,
    counts() {
      const all = [globalFilter, ...projectFilters.values()].map((filter) => filter.counts())
      return {
        blocked: all.reduce((sum, { blocked }) => sum + blocked, 0),
        dropped: all.reduce((sum, { dropped }) => sum + dropped, 0),
      }
    },
  }
}

/** Creates a filter that delays or drops frames by the current fault. */
function createFaultFilter() {
  let fault: RelayFault = { is: 'none' }
  let faultChange = new AbortController()
  let blocked = 0
  let dropped = 0

  async function decideFrame(): Promise<FrameDecision> {
    const arrivedAt = performance.now()
    for (;;) {
      if (fault.is === 'dropping') return 'drop'
      const remainingMs = fault.is === 'slow' ? arrivedAt + fault.delayMs - performance.now() : 0
      if (fault.is !== 'silent' && remainingMs <= 0) return 'pass'
      const { signal } = faultChange
      if (fault.is === 'silent') await waitForAbort(signal)
      else await wait(remainingMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }

  return {
    current: (): RelayFault => fault,
    set(next: RelayFault): void {
      fault = next
      faultChange.abort()
      faultChange = new AbortController()
    },
    async admit(): Promise<FrameDecision> {
      blocked += 1
      const decision = await decideFrame()
      blocked -= 1
      if (decision === 'drop') dropped += 1
      return decision
    },
    counts: () => ({ blocked, dropped }),
  }
}

function waitForAbort(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
