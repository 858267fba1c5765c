import { postSponsorship } from '#shared/api/embedded-sponsorship.ts'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import type { SponsorPort } from '#widget/chains/chain-adapter.ts'
import { deployConfigAtom } from '#widget/core/config.ts'
import { atom, type Store } from '#widget/lib/state.ts'
import { callWithSession } from './session-calls.ts'
import {
  isUndecided,
  operationRecordsAtom,
  removeOperationAtom,
  storeOperationAtom,
} from './sponsored-operations.ts'

type CallParameters = Parameters<SponsorPort['call']>

/** @throws as `SponsorPort.call`; ProviderRpcError 4900 without a session. */
const callSponsorAtom = atom(
  null,
  async (get, set, [chainId, method, params, signal]: CallParameters): Promise<unknown> => {
    const response = await callWithSession(get, set, (client, session) =>
      client.call(
        postSponsorship,
        { params: {}, query: {}, body: { chainId, method, params: [...params] }, signal },
        session,
      ),
    )
    if ('error' in response) throw new ProviderRpcError(response.error.code, response.error.message)
    return response.result
  },
)

/** The operator's sponsorship for the user who is logged in; its operations are stored for this host. */
export const sponsorPort = (store: Store): SponsorPort => ({
  nameOf: (chain) => {
    const { sponsorship } = store.get(deployConfigAtom)
    return sponsorship?.chains.includes(chain) ? sponsorship.name : undefined
  },
  call: (...parameters) => store.set(callSponsorAtom, parameters),
  open: (account, chain) =>
    store
      .get(operationRecordsAtom)
      .filter(
        (record) =>
          isUndecided(record) &&
          !record.isDismissed &&
          record.chain === chain &&
          record.account.toLowerCase() === account.toLowerCase(),
      )
      .map((record) => ({ ...record, isDropped: record.state.is === 'dropped' })),
  store: (operation, state) => store.set(storeOperationAtom, operation, state),
  remove: (operation) => store.set(removeOperationAtom, operation),
})
