import type { Address } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { NodeRpc } from './node-rpc.ts'
import type { PageConfig } from './page-config.ts'
import type { WalletPlan } from './presets.ts'
import type { RequestApprover } from './request-approver.ts'
import type { Script } from './setup.ts'

/** The state and operations that the EIP-1193 methods of a wallet use. */
export type WalletCore = {
  readonly plan: WalletPlan
  readonly world: PageConfig
  readonly rpc: NodeRpc
  readonly approver: RequestApprover
  readonly script: () => Script
  readonly chainId: () => number
  readonly supportsChain: (chainId: number) => boolean
  readonly addChain: (chainId: number) => void
  readonly setChain: (chainId: number) => void
  /** All addresses of the wallet, the selected one first. */
  readonly allAddresses: () => readonly Address[]
  /** Addresses that the host may see now, the selected one first; empty while locked. */
  readonly visible: () => readonly Address[]
  readonly grantAccess: () => readonly Address[]
  readonly revokeAccess: () => void
  /** @throws RpcError 4100 when the host may not see the address. */
  readonly accountFor: (address: unknown) => PrivateKeyAccount
}
