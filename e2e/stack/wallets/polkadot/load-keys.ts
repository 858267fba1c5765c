import * as z from '#shared/zod.ts'
import type { PolkadotKeys } from './keys.ts'

/** The global that the keys script defines: it is a self-contained classic script, without exports. */
export const keysGlobal = 'testWalletPolkadotKeys'

const isKeys = (value: unknown): boolean =>
  ['signPayload', 'signRaw'].every((name) => typeof Reflect.get(Object(value), name) === 'function')
const keysSchema = z.custom<PolkadotKeys>(isKeys, 'no keys')

/** Loads the keys script, once. @throws TypeError when the page's origin does not serve it. */
export async function loadPolkadotKeys(): Promise<PolkadotKeys> {
  // A page's script is built as one file, so this cannot be a build chunk.
  await import(/* @vite-ignore */ new URL('/__stack/polkadot-keys.js', location.href).href)
  return z.parse(keysSchema, Reflect.get(globalThis, keysGlobal))
}
