import type { BalanceChange, SimulatedTransfers } from './fact-kinds.ts'
import type { Fact } from './request-facts.ts'

/** Result of a simulation of the request on the current chain state. */
export type Simulation =
  | {
      readonly is: 'runs'
      /** Changes of the signer's balances, without the fee. */
      readonly changes: readonly BalanceChange[]
      /**
       * Authorities that the simulation grants, in the request's own calls or inside contracts: approvals, operators,
       * authorities.
       */
      readonly grants: readonly Fact[]
      /** Undefined if the chain reports no recipients. */
      readonly moves?: SimulatedTransfers | undefined
      /**
       * The node reported only some of the changes, or could not simulate the request the way the wallet will send it: a
       * contract may behave differently then.
       */
      readonly isPartial: boolean
      /** Native currency, base units, with `dataFee` unless that is unknown; `undefined` if the chain does not report it. */
      readonly fee: bigint | undefined
      /**
       * What a rollup charges for the data of a transaction in addition to gas, which no transaction limits. Native currency, base
       * units; 0 on EVM chains without such a fee. Chains of other ecosystems have none.
       */
      readonly dataFee?: bigint | 'unknown' | undefined
    }
  | { readonly is: 'fails'; readonly reason: string | undefined }
  /** The chain cannot simulate it, but reports its cost. */
  | { readonly is: 'priced'; readonly fee: bigint }
