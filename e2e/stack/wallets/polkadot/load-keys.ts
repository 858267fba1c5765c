import * as z from 'zod/mini'
import type { PolkadotKeys } from './keys.ts'

/** Where the file with the keys leaves them: it is a classic script, complete in itself. */
export const keysGlobal = 'testWalletPolkadotKeys'

const isKeys = (value: unknown): boolean =>
  ['signPayload', 'signRaw'].every((name) => typeof Reflect.get(Object(value), name) === 'function')
const keysSchema = z.custom<PolkadotKeys>(isKeys, 'no keys')

/** Loads the file with the keys, once. @throws TypeError when the page's site does not serve it. */
export async function loadPolkadotKeys(): Promise<PolkadotKeys> {
  // Not a chunk of this bundle: bundles of pages are one file each.
  await import(/* @vite-ignore */ new URL('/__stack/polkadot-keys.js', location.href).href)
  return z.parse(keysSchema, Reflect.get(globalThis, keysGlobal))
}
