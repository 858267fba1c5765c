import * as z from '#shared/zod.ts'
import { accountState, existentialDeposit, transferable } from '../account-state.ts'
import type { ChainNode } from '../nodes.ts'
import { amountSchema } from '../scale-json.ts'

// https://github.com/paritytech/polkadot-sdk/blob/master/substrate/frame/balances/src/impl_fungible.rs (`reducible_balance`)

/** Native transfer calls of the signer, and whether they keep its account open. */
const transfers: Readonly<Record<string, 'keeps' | 'may-close'>> = {
  transfer: 'may-close',
  transferAllowDeath: 'may-close',
  transferKeepAlive: 'keeps',
}

const referencesSchema = () => z.object({ consumers: z.int(), providers: z.int() })

/** A decoded call. */
type Call = {
  readonly section: string
  readonly method: string
  readonly args: readonly { toJSON(): unknown; toString(): string }[]
}

/** The recipient as JSON: a key, or a variant of an address. */
const receiverSchema = () =>
  z.union([
    z.string(),
    z.pipe(
      z.object({ id: z.string() }),
      z.transform(({ id }) => id),
    ),
  ])

/**
 * Why the chain would fail a native transfer, for runtimes without a dry run; undefined if no reason is found. `fee` is in
 * planck. An account with dependents (`consumers`) cannot be closed: it must retain the existential deposit.
 * @throws if the chain cannot be reached.
 */
export async function nativeTransferFailure(
  { api }: Pick<ChainNode, 'api'>,
  { section, method, args }: Call,
  account: string,
  fee: bigint,
): Promise<string | undefined> {
  const kind = section === 'balances' && Object.hasOwn(transfers, method) ? transfers[method] : undefined
  const read = api.query.system?.account
  const to = receiverSchema().safeParse(args[0]?.toJSON())
  const value = amountSchema().safeParse(args[1]?.toJSON())
  if (kind === undefined || read === undefined || !to.success || !value.success) return undefined
  const [senderJson, recipientJson] = (await Promise.all([read(account), read(to.data)])).map((one) =>
    one.toJSON(),
  )
  const deposit = existentialDeposit({ api })
  const sender = accountState(senderJson)
  const spent = value.data + fee
  if (spent > sender.free - sender.locked) return 'The account has less than the amount and the fee'
  if (accountState(recipientJson).free + value.data < deposit)
    return 'The amount is less than the network needs to open the receiver’s account'
  if (spent <= transferable(sender, deposit)) return undefined
  if (kind === 'keeps') return 'What would be left is less than the network needs to keep the account open'
  const { consumers, providers } = referencesSchema().parse(senderJson)
  return consumers > 0 && providers <= 1
    ? 'The account cannot be emptied: tokens or stakes on the network need it open'
    : undefined
}
