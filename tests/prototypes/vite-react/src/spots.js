export const SPOTS = [
  { slug: 'north-pier', name: 'North Pier', mood: 'Clean and glassy until ten', swell: 1.4, wind: 6, high: '07:42', tides: [0.6, 1.1, 2.2, 3.1, 2.7, 1.6, 0.8, 1.2] },
  { slug: 'lantern-cove', name: 'Lantern Cove', mood: 'Small, warm and forgiving', swell: 0.8, wind: 4, high: '08:05', tides: [0.9, 1.5, 2.4, 2.9, 2.3, 1.4, 0.7, 1.0] },
  { slug: 'saltmarsh', name: 'Saltmarsh Bar', mood: 'Long lefts on the push', swell: 1.9, wind: 11, high: '07:18', tides: [1.2, 1.9, 2.8, 3.3, 2.6, 1.5, 0.6, 0.9] },
  { slug: 'glass-beach', name: 'Glass Beach', mood: 'Offshore all day', swell: 1.1, wind: 8, high: '08:31', tides: [0.4, 0.9, 1.8, 2.7, 3.0, 2.1, 1.1, 0.7] },
];
