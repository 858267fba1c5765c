import * as z from '#shared/zod.ts'
import type { SignClient } from '../client.ts'

/** Validations of a wallet's messages, and the error response to them, which the SDK starts and does not always await. */
const unawaitedMethods = [
  'isValidUpdate',
  'isValidExtend',
  'isValidPing',
  'isValidEmit',
  'sendError',
] as const

const asyncSchema = () => z.custom<(params: unknown) => Promise<void>>((value) => typeof value === 'function')

/**
 * Handles the rejections of these methods (for an event of an ended session, or of a chain that was not approved), so that
 * the page does not report them as unhandled. Where the SDK awaits a call, it still gets the rejection.
 * @throws ZodError with an SDK version other than the pinned one.
 */
export function suppressRejections({ engine }: SignClient): void {
  for (const name of unawaitedMethods) {
    const method = asyncSchema().parse(Reflect.get(engine, name))
    const wrapped = (params: unknown) => {
      const promise = method(params)
      promise.catch(() => undefined)
      return promise
    }
    Object.assign(engine, { [name]: wrapped })
  }
}
