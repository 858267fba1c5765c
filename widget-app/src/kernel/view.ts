import * as z from 'zod/mini'
import { chainIdSchema } from '#shared/caip/chain-id.ts'
import { namespaceSchema } from '#shared/caip/namespace.ts'
import type { OpenRequest } from '#shared/config/requested-view.ts'

const walletId = z.string().check(z.minLength(1, 'Missing walletId'), z.maxLength(256))
const view = <Name extends string, Shape extends z.core.$ZodShape>(name: Name, params: Shape) =>
  z.strictObject({ name: z.literal(name), ...params })

/** Every view with its parameters (SPEC §2). Parsed where a view comes from outside: a host, a link, a test. */
export const viewSchema = z.discriminatedUnion('name', [
  view('Connect', {}),
  /** Asks an installed wallet to connect. Without `handle` the first announcement of `walletId` is meant. */
  view('ConnectingExternal', { walletId, handle: z.optional(z.string()) }),
  view('AllWallets', { search: z.optional(z.string().check(z.maxLength(128))) }),
  /** A wallet of the catalogue which is not installed here: where to get it. `walletId` is its row id. */
  view('GetWallet', { walletId }),
  view('Account', {}),
  view('Networks', {}),
  view('SwitchNetwork', { chainId: chainIdSchema }),
  /** Connected elsewhere, but no account in the asked namespace. */
  view('SwitchActiveChain', { namespace: namespaceSchema, chainId: z.optional(chainIdSchema) }),
  view('UnsupportedChain', {}),
  /** All parameters prefill the form; the person still reviews and confirms. */
  view('WalletSend', {
    amount: z.optional(z.string().check(z.maxLength(80))),
    assetAddress: z.optional(z.string().check(z.maxLength(128))),
    namespace: z.optional(namespaceSchema),
    chainId: z.optional(chainIdSchema),
    to: z.optional(z.string().check(z.maxLength(256))),
  }),
  view('WalletSendSelectToken', {}),
  view('WalletSendReview', {}),
  /** One transaction of the journal. */
  view('Transaction', { id: z.string().check(z.minLength(1), z.maxLength(64)) }),
  /** Stop screen: nothing else is reachable. */
  view('Blocked', { code: z.enum(['APKT002', 'APKT008']) }),
])

export type View = z.output<typeof viewSchema>
export type ViewName = View['name']
export type ViewOf<Name extends ViewName> = Extract<View, { name: Name }>

/** The view of a host's request, or undefined when it asked for none. */
export function requestedView(request: OpenRequest): View | undefined {
  const { view: name, namespace, ...prefill } = request
  switch (name) {
    case undefined:
      return undefined
    case 'WalletSend':
      return { name, ...prefill, ...(namespace === undefined ? {} : { namespace }) }
    default:
      return { name }
  }
}

/** Whether a view shows or uses a connected account. */
export const needsAccount = (name: ViewName): boolean =>
  name === 'Account' ||
  name === 'WalletSend' ||
  name === 'WalletSendSelectToken' ||
  name === 'WalletSendReview'

/** Whether two views are the same, parameters included. */
export function isSameView(left: View, right: View): boolean {
  const text = (one: View) => JSON.stringify(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
  return text(left) === text(right)
}
