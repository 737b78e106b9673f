/** The names and words of generated goods and customers. */
const list = (text: string) => text.trim().split(/\s*,\s*/);

export const places = list(`
  Alder, Ardmore, Ashby, Aspen, Avon, Balmoral, Barra, Birch, Blackmoor, Bracken, Bramble, Brora,
  Calder, Carrick, Cedar, Clover, Clyde, Coral, Corran, Cove, Dale, Dartmoor, Delta, Dove, Dune, Eden,
  Elgin, Elm, Ember, Esk, Fairway, Fennel, Fern, Fjord, Flint, Forth, Foss, Garnet, Glen, Grove,
  Harbor, Hazel, Heath, Heron, Hollow, Iona, Isla, Ivy, Juniper, Kelso, Kestrel, Lark, Laurel, Linden,
  Loch, Lomond, Maple, Marlow, Meadow, Merrick, Mistral, Moor, Nevis, North, Oakley, Orchard, Orkney,
  Osprey, Pebble, Pine, Quarry, Rannoch, Reed, Ridge, Rowan, Sable, Sierra, Skye, Solway, Sorrel,
  Spruce, Sterling, Stonehaven, Summit, Teal, Thistle, Tide, Torridon, Tweed, Valley, Vesper, Walden,
  Wharf, Willow, Wren, Yarrow, Yew, Zephyr`);

export const materials = list(`
  Cotton, Linen, Merino, Lambswool, Cashmere, Denim, Canvas, Corduroy, Twill, Flannel, Jersey,
  Poplin, Seersucker, Velvet, Silk, Tencel, Hemp, Alpaca, Fleece, Nylon, Leather, Suede, Mesh, Rubber`);

export const makers = list(`
  Classic, Everyday, Relaxed, Slim, Heavy, Light, Weekend, Field, City, Studio, Trail, Summer, Winter,
  Vintage, Modern, Oversized, Cropped, Quilted, Ribbed, Striped`);

export const brands = list(`
  Northfold, Hale and Row, Marrow, Quill, Fieldnote, Lantern, Oxbow, Sixpenny, Tern, Undertow,
  Vale Works, Wick, Amble, Bothy, Crewel, Dray, Eastward, Furlong, Gannet, Hither`);

export const uses = list(`
  commuting, travel, running, walking, hiking, the office, the weekend, summer evenings, cold mornings,
  rainy days, the gym, cycling, holidays, layering, lounging, parties`);

export const endings = [
  'The seams are flat, so nothing rubs.',
  'It is cut a little longer at the back.',
  'The dye is fixed twice and keeps its color for years.',
  'A second row of stitches holds the pockets.',
  'It dries overnight and needs no ironing.',
  'The lining is breathable and light.',
  'It was washed before, so it will not shrink.',
  'The fit is easy across the shoulders.',
];

export const cares = list('Wash at 30°, Wash at 40°, Hand wash, Dry clean, Wipe clean');

export const firstNames = list(`
  Amina, Anik, Asha, Ben, Clara, David, Elena, Farid, Grace, Hana, Imran, Jamal, Jonas, Kavya, Leila,
  Liam, Maya, Nadia, Noah, Omar, Priya, Rafi, Rosa, Sadia, Sam, Tania, Uma, Vera, Yusuf, Zara`);

export const lastNames = list(`
  Ahmed, Akter, Alam, Begum, Bose, Chowdhury, Costa, Das, Fischer, Garcia, Haque, Hossain, Islam, Kaur,
  Khan, Kim, Larsen, Lopez, Mia, Mitra, Novak, Patel, Rahman, Roy, Sarkar, Sato, Silva, Smith, Uddin, Weber`);

export const cities = list(
  'Dhaka, Chittagong, Khulna, Rajshahi, Sylhet, Barishal, Rangpur, Comilla, Mymensingh, Gazipur',
);
