import type { Namespace } from '#shared/caip/namespace.ts'
import type { Connection } from '#widget/chains/chain-adapter.ts'
import { type Connections, currentConnections } from '#widget/domain/accounts/connections.ts'

/** The role of a wallet or account: active in the widget, selected in its namespace only, or connected but inactive. */
export type ConnectionRole = 'active' | 'in-use' | 'beside'

export type AccountLine = {
  readonly address: string
  readonly name: string | undefined
  readonly role: ConnectionRole
}

export type WalletLine = {
  readonly connection: Connection
  readonly role: ConnectionRole
  /** In the wallet's own order, which a selection does not change. */
  readonly accounts: readonly AccountLine[]
}

/** A namespace with its connected wallets, sorted by name, so that a selection does not change the order. */
export type WalletGroup = { readonly namespace: Namespace; readonly wallets: readonly WalletLine[] }

const toWalletLine = (connection: Connection, role: ConnectionRole): WalletLine => ({
  connection,
  role,
  accounts: (connection.walletOrder ?? connection.accounts).map((address) => ({
    address,
    name: connection.facts?.[address]?.name,
    role: address === connection.accounts[0] ? role : 'beside',
  })),
})

/** The connected wallets of each namespace that the host configures. */
export function walletGroups(
  connections: Connections,
  namespaces: readonly Namespace[],
  active: Namespace | undefined,
): readonly WalletGroup[] {
  return namespaces.map((namespace) => {
    const selectedRole: ConnectionRole = namespace === active ? 'active' : 'in-use'
    const current = currentConnections(connections[namespace])
    const wallets = current.map((connection, at) =>
      toWalletLine(connection, at === 0 ? selectedRole : 'beside'),
    )
    wallets.sort((left, right) => left.connection.walletName.localeCompare(right.connection.walletName, 'en'))
    return { namespace, wallets }
  })
}
