import { useState } from 'react'
import { offeredSocialsAtom, type SocialId } from '#widget/domain/embedded-wallet/offered-socials.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { ChevronDownIcon } from '#widget/ui/icons/chevron-down.tsx'
import { chooseSocialAtom } from '../social-login.ts'
import { socialRows, socialTitles } from '../socials.ts'
import styles from './social-buttons.module.css'
import { SocialIcon } from './social-icon.tsx'

/** A button per service: the first ones in a row, the others below it once the user has asked for more. */
export function SocialButtons() {
  const t = useT()
  const { first, rest } = socialRows(useAtomValue(offeredSocialsAtom))
  const [isOpen, setIsOpen] = useState(false)
  const shown = isOpen ? [...first, ...rest] : first
  return (
    <ul className={styles.row} aria-label={t('social.accounts')}>
      {shown.map((social) => (
        <li key={social}>
          <SocialButton social={social} takesFocus={social === rest[0]} />
        </li>
      ))}
      {rest.length > 0 && !isOpen && (
        <li>
          <button
            type="button"
            className={styles.button}
            aria-label={t('social.more')}
            title={t('social.more')}
            aria-expanded={false}
            onClick={() => setIsOpen(true)}
          >
            <ChevronDownIcon size={24} />
          </button>
        </li>
      )}
    </ul>
  )
}

/** Stable, so that it runs only when the element mounts. */
const focusElement = (element: HTMLElement | null) => element?.focus()

type SocialButtonProps = {
  readonly social: SocialId
  /** The first of the buttons that replace the focused “More”. */
  readonly takesFocus: boolean
}

function SocialButton({ social, takesFocus }: SocialButtonProps) {
  const t = useT()
  const choose = useSetAtom(chooseSocialAtom)
  const label = t('social.with', { provider: socialTitles[social] })
  return (
    <button
      ref={takesFocus ? focusElement : undefined}
      type="button"
      className={styles.button}
      aria-label={label}
      title={label}
      onClick={() => choose(social)}
    >
      <SocialIcon social={social} />
    </button>
  )
}
