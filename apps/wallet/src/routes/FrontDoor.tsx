import { fetched } from '#routes/fetched.tsx'
import { ensureMember, isLoggedIn } from '#session.ts'

const HomeScreen = fetched(() => import('#screens/home/HomeScreen.tsx'), 'HomeScreen')
const FirstPageScreen = fetched(
  () => import('#screens/first-page/FirstPageScreen.tsx'),
  'FirstPageScreen',
)

/** One address, two screens: a member's home, and the first page of a stranger. */
export function FrontDoor() {
  return isLoggedIn() ? <HomeScreen /> : <FirstPageScreen />
}

/** What has to be there before the door opens. */
export async function openFrontDoor(): Promise<void> {
  if (!isLoggedIn()) return await FirstPageScreen.preload()
  await Promise.all([HomeScreen.preload(), ensureMember()])
}
