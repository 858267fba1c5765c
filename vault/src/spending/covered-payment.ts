import { getSpendingLimit } from '#shared/api/embedded-spending.ts'
import type { DpopClient } from '#widget/lib/dpop/dpop-client.ts'
import { httpStatusOf } from '#widget/lib/http.ts'
import type { SpendingRecord, SpendingRecords } from '../wallet/spending-records.ts'
import type { Payment } from './payment-of.ts'

/** What a payment needs to be covered by a limit. */
export type CoverPorts = {
  readonly client: Pick<DpopClient, 'call'>
  readonly records: Pick<SpendingRecords, 'find' | 'remove'>
}

/** The user, the site as the browser states it, and the account that pays. */
export type Payer = { readonly userId: string; readonly site: string; readonly address: string }

/** The limit that covers a payment; `left`: in base units, after the payment. */
export type CoveredPayment = { readonly record: SpendingRecord; readonly left: bigint }

/** Whether the server no longer has a limit. */
const isGone = (error: unknown): boolean => httpStatusOf(error) === 404

/**
 * The limit of the site that covers a payment, by what the server states is claimed of it. One that has expired or was revoked is unknown
 * there, and is deleted here: the clock of the device decides nothing. Undefined if none covers it.
 * @throws as the call of the server
 */
export async function coveredPayment(
  { client, records }: CoverPorts,
  { userId, site, address }: Payer,
  { asset, amount }: Payment,
): Promise<CoveredPayment | undefined> {
  const record = await records.find({ userId, site, asset })
  if (record?.site !== site || record.asset !== asset || record.userId !== userId) return undefined
  if (record.address.toLowerCase() !== address.toLowerCase()) return undefined
  const maximum = BigInt(record.maximum)
  if (amount > maximum) return undefined
  try {
    const { claimed } = await client.call(getSpendingLimit, { params: { id: record.limitId }, query: {} })
    const left = maximum - BigInt(claimed) - amount
    return left >= 0n ? { record, left } : undefined
  } catch (error) {
    if (!isGone(error)) throw error
    await records.remove(record)
    return undefined
  }
}
