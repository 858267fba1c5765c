import * as z from 'zod/mini'
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
  const held = currentConnections(get(connectionsAtom)[ethereum]).find(
    ({ walletId }) => walletId === wallet.walletId,
  )
  if (!held) return []
  return [
    {
      invoker: get(hostOriginAtom),
      parentCapability: 'eth_accounts',
      caveats: [{ type: 'restrictReturnedAccounts', value: held.accounts }],
    },
  ]
}

/** Lets the user select accounts again in the wallet; a wallet without this method keeps the shared ones. */
export async function requestPermissions(asked: RequestContext): Promise<readonly object[]> {
  const params = parameter(accountsOnly, asked.params)
  try {
    await asked.ask({ method: 'wallet_requestPermissions', params })
  } catch (error) {
    if (!isMethodUnsupported(error)) throw error
  }
  return permissions(asked)
}

/** Disconnects the wallet, which revokes its permission (MIP-2). */
export async function revokePermissions({ params, set, wallet }: RequestContext): Promise<null> {
  parameter(accountsOnly, params)
  await set(disconnectAtom, { namespace: ethereum, walletId: wallet.walletId })
  return null
}
