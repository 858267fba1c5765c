import { loadEntry } from './load-entry.ts'
import { loadKeeping } from './load-keeping.ts'
import { loadProof } from './load-proof.ts'
import type { VaultScreen } from './vault-screen.ts'

const loaders: { readonly [Name in VaultScreen['is']]?: () => Promise<unknown> } = {
  keep: loadKeeping,
  phrase: loadKeeping,
  'new-code': loadKeeping,
  restore: loadKeeping,
  passkeys: loadKeeping,
  'remove-passkey': loadKeeping,
  'login-needed': loadKeeping,
  prove: loadProof,
  'enter-code': loadEntry,
  'enter-phrase': loadEntry,
  'step-up': loadEntry,
  'transfer-enter': loadEntry,
}

/** Loads what shows a screen; undefined if the first file does. The promise rejects if it cannot be loaded. */
export const loadScreen = ({ is }: VaultScreen): Promise<unknown> | undefined => loaders[is]?.()
