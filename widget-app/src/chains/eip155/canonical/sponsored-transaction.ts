import type { Connection } from '../../chain-adapter.ts'
import { type CanonicalTransaction, parseTransaction, transactionParam } from './canonical-transaction.ts'
import { invalid, membersOf } from './canonical-values.ts'
import { parseSponsoredFields, sponsoredFieldsParam } from './sponsored-fields.ts'

/** Whether a request fixes what a user operation does not have, or has in its own fields. */
const hasTransactionFields = (transaction: CanonicalTransaction): boolean => {
  const { gas, gasPrice, maxFeePerGas, maxPriorityFeePerGas, nonce, type } = transaction
  const fields = [gas, gasPrice, maxFeePerGas, maxPriorityFeePerGas, nonce, type]
  const lists = [transaction.accessList, transaction.authorizations]
  return [...fields, ...lists].some((field) => field !== undefined)
}

/**
 * Parses a transaction as `parseTransaction`, or as the user operation that executes it.
 * @throws as `parseTransaction`; ProviderRpcError −32602 for an operation with fields of a transaction.
 */
export function parseSponsoredTransaction(connection: Connection, value: unknown): CanonicalTransaction {
  const transaction = parseTransaction(connection, value)
  const { userOperation } = membersOf(value, 'transaction')
  const operation = parseSponsoredFields(connection, userOperation)
  if (operation && hasTransactionFields(transaction)) throw invalid('userOperation')
  return { ...transaction, operation }
}

/** As `transactionParam`, with the fields of the user operation. */
export const sponsoredTransactionParam = (
  transaction: CanonicalTransaction,
): Readonly<Record<string, unknown>> => ({
  ...transactionParam(transaction),
  ...(transaction.operation && { userOperation: sponsoredFieldsParam(transaction.operation) }),
})
