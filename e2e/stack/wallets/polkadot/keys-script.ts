/** The file with the keys of Polkadot wallets, `/__stack/polkadot-keys.js`: loaded when one of them signs. */
import { polkadotKeys } from './keys.ts'
import { keysGlobal } from './load-keys.ts'

Object.defineProperty(globalThis, keysGlobal, { value: polkadotKeys, configurable: true })
