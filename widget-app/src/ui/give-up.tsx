import { useT } from '#widget/lib/i18n/translate.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

type GiveUpProps = {
  /** Whether it can be given up, and whether somebody is being asked about it. */
  readonly offer: 'none' | 'possible' | 'asking'
  readonly onPress: () => void
}

/** The way out for a person who did not pay, while nobody says that they did. */
export function GiveUp({ offer, onPress }: GiveUpProps) {
  const t = useT()
  if (offer === 'none') return null
  return (
    <Button look="quiet" busy={offer === 'asking'} onPress={onPress}>
      {t('order.give-up')}
    </Button>
  )
}

/** Why it was not given up; nothing while nobody was refused. */
export function NotGivenUp({ words }: { words: { title: string; text: string } | undefined }) {
  return words ? (
    <Notice tone="warning" title={words.title} announce>
      {words.text}
    </Notice>
  ) : null
}
