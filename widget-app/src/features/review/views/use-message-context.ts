import type { ChainId } from '#shared/caip/chain-id.ts'
import { localeAtom } from '#widget/core/locale.ts'
import { networkTableAtom } from '#widget/domain/networks/networks.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { bundledOnChainAtom, reviewAccountAtom } from '../atoms.ts'
import type { FactMessageContext } from '../message-context.ts'

/** What the messages of the review on screen need. */
export function useMessageContext(): FactMessageContext {
  const t = useT()
  const locale = useAtomValue(localeAtom)
  const table = useAtomValue(networkTableAtom)
  const account = useAtomValue(reviewAccountAtom)
  const bundled = useAtomValue(bundledOnChainAtom)
  return { t, locale, account, bundled, networkName: (chain: ChainId) => table.get(chain)?.name ?? chain }
}
