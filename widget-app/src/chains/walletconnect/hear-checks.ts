import * as z from 'zod/mini'
import type { SignClient } from './client.ts'

/** What the SDK begins to check of what a wallet sends, and does not wait for. */
const unheard = ['isValidUpdate', 'isValidExtend', 'isValidPing', 'isValidEmit'] as const

const checkSchema = () => z.custom<(params: unknown) => Promise<void>>((value) => typeof value === 'function')

/**
 * Keeps what those checks find (an event of a session that is over, or of a chain that was not approved) from being a
 * fault of the page, which nobody has heard. Where the SDK does wait for one, it still hears of it.
 * @throws ZodError with another SDK than was pinned.
 */
export function hearChecks({ engine }: SignClient): void {
  for (const name of unheard) {
    const check = checkSchema().parse(Reflect.get(engine, name))
    const heard = (params: unknown) => {
      const checked = check(params)
      checked.catch(() => undefined)
      return checked
    }
    Object.assign(engine, { [name]: heard })
  }
}
