import { grantRequest, sessionPermission } from '#shared/api/smart-sessions.ts'
import * as z from '#shared/zod.ts'
import { escapeInvisible } from '#widget/lib/text/escape-invisible.ts'
import type { Connection } from '../../chain-adapter.ts'
import type { DecodedAmount, DecodedLine, Description, SessionPermission } from '../../request-facts.ts'
import { parseWalletChain } from '../chain-number.ts'
import { sessionFunction } from '../wallet/session-function.ts'
import { isUnlimited, nativeAmount } from './call-facts.ts'

type RequestedPermission = z.output<ReturnType<typeof sessionPermission>>

/** Minimum period in seconds. A shorter one limits nothing in practice, because the allowance restarts at once. */
const minPeriodSeconds = 60 * 60

function allowance(
  figure: DecodedAmount,
  data: { readonly start: number; readonly period: number },
): SessionPermission {
  const { start, period } = data
  return {
    is: 'allowance',
    figure,
    isUnlimited: isUnlimited(figure.value) || period < minPeriodSeconds,
    period: BigInt(period),
    start: BigInt(start),
  }
}

function permissionOf(requested: RequestedPermission): SessionPermission {
  switch (requested.type) {
    case 'native-token-recurring-allowance':
      return allowance(nativeAmount(BigInt(requested.data.allowance)), requested.data)
    case 'erc20-recurring-allowance':
      return allowance(
        { value: BigInt(requested.data.allowance), contract: requested.data.token },
        requested.data,
      )
    case 'contract-call':
      return {
        is: 'calls',
        contract: requested.data.address,
        functions: requested.data.functions.map((one) => sessionFunction(one, requested.data.abi)),
      }
  }
}

/** Decodes one permission as a service stores it; undefined for unsupported types. */
export function decodePermission(requested: unknown): SessionPermission | undefined {
  const parsed = sessionPermission().safeParse(requested)
  return parsed.success ? permissionOf(parsed.data) : undefined
}

/** A policy, unabridged, because the wallet gets all of it. */
const policyLine = ({ type, data }: { readonly type: string; readonly data: unknown }): DecodedLine => ({
  label: escapeInvisible(type),
  value: escapeInvisible(JSON.stringify(data) ?? 'null'),
})

/**
 * Decodes what a dApp may do after `wallet_grantPermissions` is approved (ERC-7715).
 * @throws ZodError for unsupported permissions.
 */
export function decodeGrant({ accounts, chain }: Connection, requested: unknown): Description {
  const { address, chainId, expiry, signer, permissions, policies = [] } = z.parse(grantRequest(), requested)
  return {
    account: address ?? accounts[0],
    chain: parseWalletChain(chainId) ?? chain,
    facts: [
      {
        is: 'session',
        expiry: BigInt(expiry),
        keys: signer.data.keys.map(({ publicKey }) => publicKey),
        permissions: permissions.map(permissionOf),
        policies: policies.map(policyLine),
      },
    ],
  }
}
