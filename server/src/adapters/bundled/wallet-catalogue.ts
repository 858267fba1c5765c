import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { type WalletListEntry, walletListEntry } from '../../../../shared/api/wallets.ts'

/** The generated wallet catalogue. @throws Error when the file is not there, or is none. */
export function readWalletCatalogue(file: URL): readonly WalletListEntry[] {
  const bundled = z.parse(z.array(z.looseObject({})), JSON.parse(readFileSync(file, 'utf8')))
  // What the generator adds for the widget's own copy never crosses the wire.
  return bundled.map(({ image_url: _, namespaces: __, ...entry }) => z.parse(walletListEntry, entry))
}
