import '#widget/i18n/en.ts'
import { formatUnits } from 'viem/utils'
import type { BundledToken } from '#widget/domain/balances/bundled-tokens.ts'
import { coversAll, flatFacts } from '#widget/domain/review/request-risk.ts'
import { factMessages } from '#widget/features/review/messages.ts'
import { translateAtom } from '#widget/lib/i18n/translate.ts'
import { createStore } from '#widget/lib/state.ts'
import type { DecodedAmount, Fact } from '../request-facts.ts'

const t = createStore().get(translateAtom)

type MessageContext = {
  readonly account: string
  readonly bundled: (contract: string) => BundledToken | undefined
}

/** Required content of a fact's title: an amount or id, and its asset. */
function requiredInTitle(fact: Fact, { bundled }: MessageContext): readonly string[] {
  const assetOf = ({ contract, asset }: DecodedAmount) =>
    (contract === undefined ? undefined : bundled(contract)) ?? asset
  const tokenOf = (figure: DecodedAmount): string => assetOf(figure)?.symbol ?? 'unknown token'
  const amountOf = (figure: DecodedAmount): string =>
    formatUnits(figure.value, assetOf(figure)?.decimals ?? 0)
  const amountAndToken = (figure: DecodedAmount | undefined) =>
    figure ? [amountOf(figure), tokenOf(figure)] : []
  switch (fact.is) {
    case 'transfer':
      if (fact.mayBeCollectible && fact.reportedAs === undefined) return ['tokens or an NFT']
      return fact.reportedAs === 'collectible' ? [`#${fact.figure.value}`] : amountAndToken(fact.figure)
    case 'burn':
      return amountAndToken(fact.figure)
    case 'transfer-all':
      return ['all of a balance']
    case 'collectible':
      return [`#${fact.id}`]
    case 'approval':
    case 'permit': {
      const isReported = fact.is === 'approval' && fact.reportedAs === 'collectible'
      const id = isReported ? fact.figure.value : fact.collectible
      if (id !== undefined) return [`#${id}`]
      const mayBeNft = fact.is === 'approval' && fact.mayBeCollectible === true
      if (mayBeNft && (fact.reportedAs === undefined || fact.figure.value === 0n)) return ['tokens or an NFT']
      const isAll = fact.isUnlimited || coversAll(fact)
      return isAll || fact.figure.value === 0n ? [tokenOf(fact.figure)] : amountAndToken(fact.figure)
    }
    case 'approval-for-all':
      return ['collection']
    case 'swap':
      return fact.pays && fact.gets ? [...amountAndToken(fact.pays), ...amountAndToken(fact.gets)] : ['Swap']
    case 'unknown-call':
      return fact.to === undefined ? [] : ['Unknown call', ...amountAndToken(fact.figure)]
    default:
      return []
  }
}

/** Required content of a fact's lines: the account that gets something or an authority, and over what. */
function requiredInLines(fact: Fact): readonly string[] {
  switch (fact.is) {
    case 'transfer':
    case 'transfer-all':
      return [fact.to]
    case 'collectible':
      return [fact.to, fact.collection]
    case 'approval':
    case 'permit':
      return [fact.spender]
    case 'approval-for-all':
      return [fact.operator, fact.collection]
    case 'swap':
      return [fact.router]
    case 'authority':
      return fact.to === undefined ? [] : [fact.to]
    case 'authorisation':
      return [fact.delegate]
    case 'unknown-call':
      if (fact.to !== undefined) return [fact.to]
      return fact.figure ? [formatUnits(fact.figure.value, fact.figure.asset?.decimals ?? 0)] : []
    case 'unknown-contract':
      return [fact.contract]
    default:
      return []
  }
}

/** Facts whose title omits the amount or token without calling it unknown, or whose lines omit the recipient. */
export function incompleteMessages(facts: readonly Fact[], context: MessageContext): readonly string[] {
  return flatFacts(facts).flatMap((fact) => {
    const options = { t, locale: 'en', networkName: (chain: string) => chain, ...context }
    const { title, lines } = factMessages(fact, options)
    if (title.trim() === '') return [`${fact.is}: no title`]
    const isIn = (text: string) => (required: string) =>
      [text, text.replaceAll(',', '')].some((one) => one.toLowerCase().includes(required.toLowerCase()))
    const lineText = lines.map(({ value }) => value).join('\n')
    return [
      ...requiredInTitle(fact, context).filter((required) => !isIn(title)(required)),
      ...requiredInLines(fact).filter((required) => !isIn(lineText)(required)),
    ].map((required) => `${fact.is}: “${title}” without ${required}`)
  })
}
