import { useT } from '#widget/lib/i18n/translate.ts'
import { Text } from '#widget/ui/display/text.tsx'
import styles from './install-steps.module.css'

/** The three steps to install a wallet that this page can discover. */
export function InstallSteps() {
  const t = useT()
  const steps = [t('get.step-install'), t('get.step-create'), t('get.step-reload')]
  return (
    <section>
      <Text as="h2" size={13} tone="soft" weight="medium">
        {t('get.steps')}
      </Text>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step} className={styles.step}>
            {step}
          </li>
        ))}
      </ol>
    </section>
  )
}
