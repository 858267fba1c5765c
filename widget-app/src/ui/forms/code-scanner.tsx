import { useEffect, useRef, useState } from 'react'
import type { Camera } from '#widget/lib/camera/camera.ts'
import { type ScanEvent, watchCamera } from '#widget/lib/camera/watch-camera.ts'
import { CameraIcon } from '../icons/camera.tsx'
import styles from './code-scanner.module.css'

/**
 * `label` names the picture. `onNews` hears of the camera and of every code. `waiting` says in the frame what is waited for
 * while there is no picture.
 */
export type CodeScannerProps = {
  readonly camera: Camera
  readonly label: string
  readonly onNews: (news: ScanEvent) => void
  readonly waiting: string | undefined
}

/** Shows the camera's picture and reads codes from it. It is off as soon as this, or its tab, leaves the screen. */
export function CodeScanner({ camera, label, onNews, waiting }: CodeScannerProps) {
  const video = useRef<HTMLVideoElement>(null)
  const tell = useRef(onNews)
  const isSeen = useIsTabSeen()
  useEffect(() => {
    tell.current = onNews
  })
  useEffect(() => {
    const shown = video.current
    return shown && isSeen ? watchCamera(camera, shown, (news) => tell.current(news)) : undefined
  }, [camera, isSeen])
  return (
    <div className={styles.frame} data-waiting={waiting !== undefined || undefined}>
      <video ref={video} className={styles.video} aria-label={label} playsInline muted />
      {waiting !== undefined && (
        <div className={styles.waiting}>
          <CameraIcon size={40} />
          <p>{waiting}</p>
        </div>
      )}
    </div>
  )
}

/** Whether the tab is in front; nobody is filmed behind another one. */
function useIsTabSeen(): boolean {
  const [isSeen, setIsSeen] = useState(() => !document.hidden)
  useEffect(() => {
    const look = () => setIsSeen(!document.hidden)
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return isSeen
}
