/** The script `/__stack/polkadot-keys.js`, with the keys of Polkadot wallets. Loaded when a wallet first signs. */
import { polkadotKeys } from './keys.ts'
import { keysGlobal } from './load-keys.ts'

Object.defineProperty(globalThis, keysGlobal, { value: polkadotKeys, configurable: true })
