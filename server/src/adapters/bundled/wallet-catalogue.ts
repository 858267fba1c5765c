import { readFileSync } from 'node:fs'
import { type WalletListEntry, walletListEntry } from '../../../../shared/api/wallets.ts'
import * as z from '../../../../shared/zod.ts'

/** Reads the generated wallet catalogue. @throws Error when the file is missing or invalid. */
export function readWalletCatalogue(file: URL): readonly WalletListEntry[] {
  const bundled = z.parse(z.array(z.looseObject({})), JSON.parse(readFileSync(file, 'utf8')))
  // Fields that the generator adds for the widget's own copy are not sent.
  return bundled.map(({ image_url: _, namespaces: __, ...entry }) => z.parse(walletListEntry, entry))
}
