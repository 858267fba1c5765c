import * as z from '#shared/zod.ts'
import { hostOriginAtom } from '#widget/core/host-origin.ts'
import { connectionsAtom, currentConnections } from '#widget/domain/accounts/connections.ts'
import { disconnectAtom } from '#widget/domain/connections/connection-actions.ts'
import { isMethodUnsupported, parameter } from './parameters.ts'
import { ethereum, type RequestContext } from './request-context.ts'

const accountsOnly = z.tuple([z.strictObject({ eth_accounts: z.record(z.string(), z.unknown()) })])

/**
 * The permissions of this host as the widget knows them (EIP-2255): to see the accounts of its connected wallet. None once
 * it is disconnected.
 */
export function permissions({ get, wallet }: RequestContext): readonly object[] {
  const connection = currentConnections(get(connectionsAtom)[ethereum]).find(
    ({ walletId }) => walletId === wallet.walletId,
  )
  if (!connection) return []
  return [
    {
      invoker: get(hostOriginAtom),
      parentCapability: 'eth_accounts',
      caveats: [{ type: 'restrictReturnedAccounts', value: connection.accounts }],
    },
  ]
}

/** Lets the user select accounts again in the wallet; a wallet without this method keeps the shared ones. */
export async function requestPermissions(context: RequestContext): Promise<readonly object[]> {
  const params = parameter(accountsOnly, context.params)
  try {
    await context.send({ method: 'wallet_requestPermissions', params })
  } catch (error) {
    if (!isMethodUnsupported(error)) throw error
  }
  return permissions(context)
}

/** Disconnects the wallet, which revokes its permission (MIP-2). */
export async function revokePermissions({ params, set, wallet }: RequestContext): Promise<null> {
  parameter(accountsOnly, params)
  await set(disconnectAtom, { namespace: ethereum, walletId: wallet.walletId })
  return null
}
