import { walletLimit, walletNameMaxLength } from '../../config/limits.ts'
import { randomId } from '../random-id.ts'
import { type InjectedWallet, walletKeyOf } from '../records/discovered-wallet.ts'
import type { InjectedProvider } from './injected-provider.ts'

/** A wallet of the page with another API than EIP-1193, behind the same interface. */
export type PageWallet = {
  readonly wallet: InjectedWallet
  readonly provider: InjectedProvider
}

/** Wallets of one kind as they are discovered; each object of the page counts once. */
export type PageWallets = {
  list(): readonly PageWallet[]
  has(identity: object): boolean
  add(provider: InjectedProvider, wallet: Omit<InjectedWallet, 'handle'>): void
  remove(identity: object): void
}

/**
 * Collects wallets up to the limit of a message and reports each change; two of one key are both marked, whatever their
 * names (channel T20).
 */
export function collectPageWallets(onChange: () => void): PageWallets {
  let found: readonly PageWallet[] = []
  const has = (identity: object) => found.some(({ provider }) => provider.identity === identity)
  return {
    list: () => found,
    has,
    add: (provider, { name, ...rest }) => {
      if (has(provider.identity) || found.length >= walletLimit) return
      const wallet: InjectedWallet = { handle: randomId(), name: name.slice(0, walletNameMaxLength), ...rest }
      const hasSameKey = ({ wallet: other }: PageWallet) => walletKeyOf(other) === walletKeyOf(wallet)
      const mark = (one: PageWallet): PageWallet => ({
        ...one,
        wallet: { ...one.wallet, warning: 'duplicate-name' },
      })
      const hasDuplicate = found.some(hasSameKey)
      found = [
        ...found.map((one) => (hasSameKey(one) ? mark(one) : one)),
        hasDuplicate ? mark({ wallet, provider }) : { wallet, provider },
      ]
      onChange()
    },
    remove: (identity) => {
      if (!has(identity)) return
      found = found.filter(({ provider }) => provider.identity !== identity)
      onChange()
    },
  }
}

/** One member of any value of the page. Throws what its getter throws. */
export const member = (from: unknown, name: string): unknown => Reflect.get(Object(from), name)

/** A function of an object of the page, captured, so that a script which patches the object later has no effect (T3). */
export function captureMethod(from: unknown, name: string): ((...args: unknown[]) => unknown) | undefined {
  const fn = member(from, name)
  return typeof fn === 'function' ? (...args) => Reflect.apply(fn, from, args) : undefined
}

/** The strings of a list of the page; other items are skipped. */
export const texts = (list: unknown): readonly string[] =>
  Array.isArray(list) ? list.filter((one) => typeof one === 'string') : []

const bytesMaxLength = 65_536

const isByte = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 255

/**
 * A copy of the bytes in a buffer of any realm, or in a list of numbers; a view may be part of a larger buffer. Other values
 * return undefined.
 */
export function bytesIn(value: unknown): Uint8Array | undefined {
  if (ArrayBuffer.isView(value))
    return Uint8Array.from(new Uint8Array(value.buffer, value.byteOffset, value.byteLength))
  if (Object.prototype.toString.call(value) === '[object ArrayBuffer]') return bufferBytes(value)
  const isList = Array.isArray(value) && value.length > 0 && value.length <= bytesMaxLength
  return isList && value.every(isByte) ? Uint8Array.from(value) : undefined
}

/** The page can set any object's tag, so reading may throw. */
function bufferBytes(value: unknown): Uint8Array | undefined {
  try {
    return Uint8Array.from(new Uint8Array(Reflect.apply(ArrayBuffer.prototype.slice, value, [0])))
  } catch {
    return undefined
  }
}
