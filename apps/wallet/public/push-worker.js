/* Shows what the house pushes, and opens the app where it leads. It keeps nothing and fetches nothing. */

self.addEventListener('push', (event) => {
  const { title = 'BTBC (TEST)', body = '', tag, link = '/notice' } = event.data?.json() ?? {}
  const icon = '/icon-192.png'
  event.waitUntil(self.registration.showNotification(title, { body, tag, icon, data: { link } }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.link))
})

/** Within this app alone, whatever was pushed. */
async function open(link) {
  const url = new URL(typeof link === 'string' ? link : '/notice', self.location.origin)
  await self.clients.openWindow(url.origin === self.location.origin ? url.href : '/notice')
}
