import { stringToHex } from 'viem/utils'
import { texts } from '#shared/errors/codes.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { coinTypeOf } from '#shared/names/coin-type.ts'
import * as z from '#shared/zod.ts'
import type { Connection, NameRegistration } from '../../chain-adapter.ts'
import { addressSchema, bytesSchema } from '../hex.ts'
import { type DappRequestPorts, dappRequest } from './dapp-request.ts'

/**
 * Signs the claim of a name: its text, by `personal_sign` (EIP-191), for the wallet's current chain. Only a signature of
 * that text by that account is returned.
 * @throws ProviderRpcError of the wallet, a rejection as 4001, −32603 with `data.reason` 'mismatch' or 'unknown-outcome';
 * WidgetError `chain/unsupported`.
 */
export async function claimName(
  ports: DappRequestPorts,
  connection: Connection,
  message: string,
  options: { readonly signal?: AbortSignal } = {},
): Promise<NameRegistration> {
  const coinType = coinTypeOf(connection.chain)
  if (coinType === undefined) throw new WidgetError('chain/unsupported', texts.unsupportedChain)
  const account = z.parse(addressSchema, connection.accounts[0])
  const bytes = stringToHex(message)
  const request = { method: 'personal_sign', params: [bytes, account] }
  const signature = await dappRequest(ports, connection, { is: 'message', account, bytes, request }, options)
  return { coinType, address: account, message, signature: z.parse(bytesSchema, signature) }
}
