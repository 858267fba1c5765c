import { useState } from 'react'
import styles from './avatar.module.css'
import { Identicon } from './identicon.tsx'

/** `size` in px; `src` is the avatar of a name service, if any. */
export type AvatarProps = { address: string; src?: string | undefined; size?: number }

/** An account's avatar, or its identicon if there is none. */
export function Avatar({ address, src, size = 40 }: AvatarProps) {
  const [failed, setFailed] = useState<string>()
  if (!src || failed === src) return <Identicon address={address} size={size} />
  return (
    <img
      className={styles.avatar}
      src={src}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => setFailed(src)}
    />
  )
}
