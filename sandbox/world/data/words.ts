/** Names worth testing against: several scripts, apostrophes, combining marks, ties. */
export const personNames = [
  "Anna Kalniņa",
  "Jānis Bērziņš",
  "Zoë Müller",
  "Siobhán O’Connor",
  "José Ñúñez",
  "Łukasz Żak",
  "Олена Шевченко",
  "Иван Петров",
  "Ωμέγα Νίκου",
  "山田 太郎",
  "김민수",
  "Nguyễn Văn An",
  "Dmitri d'Arc",
  "Anna Kalniņa",
  "Ali Öztürk",
  "Eve",
  "Bob Smith",
  "Ann-Marie Björk",
  "Ça Va",
  "Æsa Þórsdóttir",
];

export const locationNames = [
  "Studio North",
  "Studio North",
  "Café des Arts",
  "Салон «Весна»",
  "Zen 整体",
  "Ātrums & Co",
  "Barber’s Corner",
  "Óskar",
  "Lúna",
  "Old Mill",
  "Harbour House",
  "Élan",
];

export const resourceNames = [
  "Chair",
  "Room",
  "Zāle",
  "Кабинет",
  "Ábra",
  "部屋",
  "Laser",
  "Sauna",
  "chair",
  "Room A",
  "Room a",
  "Ωραίο",
];

export const serviceNames = ["Haircut", "Manikīrs", "Массаж", "Yoga", "Peeling", "整体", "Colour & cut"];

export const cityNames = ["Rīga", "Beograd", "Abidjan", "東京", "Łódź", "Coruña", "Reykjavík"];
