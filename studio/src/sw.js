// The service worker: keeps the built files, so that the page starts without a network. build.mjs fills in the list and
// a version over all of them; a new version is fetched whole and takes over when the last old page has closed.
const version = 'VERSION';
const files = ['FILES'];
const store = `solgel-${version}`;

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(store).then((cache) => cache.addAll(files.map((f) => new Request(f, { cache: 'reload' })))));
});
self.addEventListener('activate', (event) => {
  const old = (name) => name.startsWith('solgel-') && name !== store;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))));
});
self.addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET' || new URL(event.request.url).origin !== self.location.origin) return;
  event.respondWith(
    caches
      .open(store)
      .then((cache) => cache.match(event.request, { ignoreSearch: true }))
      .then((kept) => kept ?? fetch(event.request)),
  );
});
