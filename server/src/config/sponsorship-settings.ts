import * as z from '../../../shared/zod.ts'
import { optionalGroup, setting } from './setting.ts'
import { evmChainId, httpUrl, shortText, wholeNumber } from './value-types.ts'

const network = z.strictObject({
  chainId: setting(evmChainId, {
    description: 'CAIP-2 id of the network, on which the account contract is deployed.',
  }),
  bundlerUrl: setting(z.optional(httpUrl), {
    description:
      "JSON-RPC URL of an ERC-4337 bundler for EntryPoint v0.9. Required, except with serves 'others'. Browsers never see it.",
    isSecret: true,
  }),
  paymasterUrl: setting(z.optional(httpUrl), {
    description: 'JSON-RPC URL of a paymaster service (ERC-7677). Without it the bundler is one too.',
    isSecret: true,
  }),
  paymasterContext: setting(z._default(z.record(z.string(), z.unknown()), {}), {
    description: 'The context that the paymaster service gets with each call, such as the id of a policy.',
    isSecret: true,
  }),
  operationsPerDay: setting(z._default(wholeNumber(1, 10_000_000), 1_000), {
    description:
      'Operations of all users that the paymaster service is asked to pay for in 24 hours. After them users pay.',
  }),
})

/** Fees that the operator pays for smart accounts of embedded wallets. */
export const sponsorshipSettings = optionalGroup(
  'Network fees of embedded wallets that you pay, by a paymaster (ERC-4337). Where the paymaster refuses, users pay as otherwise.',
  {
    name: setting(shortText(64), { description: 'Who pays, as users see it in the review.' }),
    networks: setting(z.array(network).check(z.minLength(1), z.maxLength(64)), {
      description: 'Networks with sponsorship.',
      example: [{ chainId: 'eip155:8453', bundlerUrl: 'https://bundler.example/rpc?key=…' }],
    }),
    operationsPerUserPerDay: setting(z._default(wholeNumber(1, 100_000), 20), {
      description: 'Operations of one user in 24 hours, on all networks.',
    }),
  },
)
