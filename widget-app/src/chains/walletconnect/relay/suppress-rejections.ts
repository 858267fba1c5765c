import * as z from 'zod/mini'
import type { SignClient } from '../client.ts'

/** Checks of what a wallet sends, and the refusal of it, which the SDK begins and does not always wait for. */
const unheard = ['isValidUpdate', 'isValidExtend', 'isValidPing', 'isValidEmit', 'sendError'] as const

const asyncSchema = () => z.custom<(params: unknown) => Promise<void>>((value) => typeof value === 'function')

/**
 * Keeps what comes of those (an event of a session that is over, or of a chain that was not approved) from being a
 * fault of the page that nobody has heard. Where the SDK does wait for one, it still hears of it.
 * @throws ZodError with another SDK than was pinned.
 */
export function hearRejections({ engine }: SignClient): void {
  for (const name of unheard) {
    const begin = asyncSchema().parse(Reflect.get(engine, name))
    const heard = (params: unknown) => {
      const begun = begin(params)
      begun.catch(() => undefined)
      return begun
    }
    Object.assign(engine, { [name]: heard })
  }
}
