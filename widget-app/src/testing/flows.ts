import type { SignInFunctions } from '#shared/config/siwx-options.ts'
import type { FlowPort, HostPort } from '#widget/core/ports.ts'

/** Test only: flows that record their calls, as `afterConnect eip155`. */
export const testFlows = (calls: string[]): FlowPort => ({
  afterConnect: (namespace) => {
    calls.push(`afterConnect ${namespace}`)
  },
  afterSend: ({ journalId, isNative }) => {
    calls.push(`afterSend ${journalId} ${isNative ? 'native' : 'token'}`)
  },
  addNetwork: async (_connection, { method }) => {
    calls.push(`addNetwork ${method}`)
  },
  signedIn: () => {
    calls.push('signedIn')
  },
  cancelSignIn: async () => {
    calls.push('cancelSignIn')
  },
  signInFailed: () => {
    calls.push('signInFailed')
  },
  loadEmbeddedWallet: async () => {
    calls.push('loadEmbeddedWallet')
  },
  prepareVault: async () => {
    calls.push('prepareVault')
  },
  afterEmbeddedLogin: async () => {
    calls.push('afterEmbeddedLogin')
  },
})

/** Test only: the host's sign-in functions, as the channel calls them. */
export const testSignIn =
  (functions: SignInFunctions = {}): HostPort['siwx'] =>
  async (name, params) => {
    const hostFunction: unknown = functions[name]
    return typeof hostFunction === 'function' ? hostFunction(params) : undefined
  }

/** A host without an RPC. */
export const noHostRpc = () => Promise.reject(new Error('This site has no RPC'))
