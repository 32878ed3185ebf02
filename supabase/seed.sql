-- The demo shop: nine categories, 35 products with opening stock, and what shoppers said about them.
-- A fresh shop has something to browse, search, sort and sell; tests have known products to buy.
--
-- Running it again changes nothing: a row whose id exists is left as staff may have edited it, and a product
-- gets its opening stock only while its history has no row for it.
--
-- Ids are fixed: the prefix 68f0a1 and a number in 18 digits. 101… are categories, 201… products, 301… reviews.
-- Photos lie in public/media. Prices are whole rupees, times are those of Pakistan (+05).

insert into public.categories (id, name, slug, image, sort_order, no_return_reason, description) values
  ('68f0a1000000000000000101', 'Earrings',  'earrings',  '/media/categories/earrings.webp',  1, 'for hygiene',
   'From studs for the office to jhumkas and chandeliers for the barat, each with its weight stated.'),
  ('68f0a1000000000000000102', 'Sets',      'sets',      '/media/categories/sets.webp',      2, '',
   'A necklace and the earrings made for it, in one box and ready for the evening.'),
  ('68f0a1000000000000000103', 'Necklaces', 'necklaces', '/media/categories/necklaces.webp', 3, '',
   'Pearl strands, chokers and layered chains, to wear alone or one above the other.'),
  ('68f0a1000000000000000104', 'Rings',     'rings',     '/media/categories/rings.webp',     4, '',
   'Solitaires, cocktail rings and slim bands in sizes 6 to 12; each page has a guide to yours.'),
  ('68f0a1000000000000000105', 'Bracelets', 'bracelets', '/media/categories/bracelets.webp', 5, '',
   'Karas and bangles by their size, and cuffs and chains that fit most wrists.'),
  ('68f0a1000000000000000106', 'Watches',   'watches',   '/media/categories/watches.webp',   6, '',
   'Two slim watches that look like jewellery, on a link bracelet or a leather strap.'),
  ('68f0a1000000000000000107', 'Pendants',  'pendant',   '/media/categories/pendant.webp',   7, '',
   'Small pieces with a meaning, each on its chain: a heart, a moon, an initial.'),
  ('68f0a1000000000000000108', 'Bridal',    'bridal',    '/media/categories/bridal.webp',    8, '',
   'Kundan for her day: the choker set, the matha tikka and the nath that belong together.'),
  ('68f0a1000000000000000109', 'Cosmetics', 'cosmetics', '/media/categories/cosmetics.webp', 9, 'once opened',
   'Lipstick, powder, nail polish and a perfume that go with what you wear.')
on conflict (id) do nothing;

-- Each product in seven lines: who it is, what it says, what it costs and whether it is new and featured,
-- what can be chosen, what it measures and is made of, what it is for and how to keep it, how it looks. Stock begins at 0 and comes with the stock history below; ratings come with the reviews.
insert into public.products (
  id, name, category,
  description,
  material, price, original_price, is_new, is_featured,
  colors, sizes,
  length_mm, width_mm, inner_mm, chain_mm, weight_grams, plating, base_metal, stones, closure, in_the_box, is_nickel_free,
  occasions, care,
  images, created_at
) values

  -- Earrings
  ('68f0a1000000000000000201', 'Gold Jhumka Earrings', 'earrings',
   'Full, old-style jhumkas: a pearl flower at the ear, a domed bell set with stones, and a fringe of faux pearls that moves when you do. About 22 g a pair, so wear them for a mehndi or a dholki evening and add a sahara chain if your ears tire easily. Pictured with red stones; green and white come in the same antique gold finish.',
   'Antique gold plated brass, faux pearls, ruby crystals', 2450, 2950, false, true,
   '{Red,Green,White}', '{}',
   55, 30, null, null, 22, 'Antique gold', 'Brass', 'Ruby crystals, faux pearls', 'Push back', 'One pair of earrings', true,
   '{mehndi,eid}', 'Put it on after perfume and make-up, and wipe the pearls with a soft, dry cloth.',
   '{/media/products/gold-jhumka-earrings.webp,/media/products/gold-jhumka-earrings-worn.webp,/media/products/gold-jhumka-earrings-2.webp,/media/products/gold-jhumka-earrings-green.webp,/media/products/gold-jhumka-earrings-white.webp}', '2025-12-02 11:20+05'),

  ('68f0a1000000000000000202', 'Emerald Drop Earrings', 'earrings',
   'A round white stone, a slim marquise and then one generous green pear drop in a frame of tiny sparkles. They hang about 5 cm and weigh only 9 g each, so they last through a whole walima without pulling. Lovely with ivory, bottle green or plain black.',
   'Gold plated brass, green crystals, cubic zirconia', 1950, null, false, true,
   '{}', '{}',
   50, 16, null, null, 18, 'Gold', 'Brass', 'Green crystals, cubic zirconia', 'Push back', 'One pair of earrings', true,
   '{party,walima}', 'Put it on after perfume and make-up, keep it dry, and wipe it with a soft cloth.',
   '{/media/products/emerald-drop-earrings.webp,/media/products/emerald-drop-earrings-worn.webp,/media/products/emerald-drop-earrings-2.webp}', '2026-03-11 15:05+05'),

  ('68f0a1000000000000000203', 'Ruby Chandelier Earrings', 'earrings',
   'Statement chandeliers in three tiers: a round red stone at the ear, an open gold fan below it, and seven red drops, each ending in a small pearl. They sit close to shoulder length, so keep the neck bare and the hair up. Made for a barat guest who does not want a heavy necklace.',
   'Gold plated brass, ruby crystals, faux pearls', 3200, null, true, false,
   '{}', '{}',
   85, 42, null, null, 34, 'Gold', 'Brass', 'Ruby crystals, faux pearls', 'Push back', 'One pair of earrings', null,
   '{party,barat}', 'Put it on after perfume and make-up, and wipe the pearls with a soft, dry cloth.',
   '{/media/products/ruby-chandelier-earrings.webp,/media/products/ruby-chandelier-earrings-worn.webp,/media/products/ruby-chandelier-earrings-2.webp}', '2026-10-06 12:40+05'),

  ('68f0a1000000000000000204', 'Twisted Gold Hoop Earrings', 'earrings',
   'Chunky rope-twist hoops, hollow inside so they look bold but stay light. Small is about 20 mm across, Medium 30 mm and Large 40 mm. The pair you reach for with a plain kurta on an office day.',
   'Gold plated brass', 950, null, false, false,
   '{}', '{Small,Medium,Large}',
   null, null, null, null, 8, 'Gold', 'Brass', '', 'Hinged', 'One pair of earrings', true,
   '{everyday}', 'Put it on after perfume and make-up, keep it dry, and wipe it with a soft cloth.',
   '{/media/products/twisted-gold-hoop-earrings.webp,/media/products/twisted-gold-hoop-earrings-worn.webp,/media/products/twisted-gold-hoop-earrings-2.webp}', '2026-01-19 10:10+05'),

  ('68f0a1000000000000000205', 'Pearl Halo Stud Earrings', 'earrings',
   'One large faux pearl in a ring of white stones, on a rose gold base with a butterfly back. Neat enough for the office and dressy enough for a nikkah. Choose cream white as pictured, soft pink or grey pearls.',
   'Rose gold plated brass, faux pearls, cubic zirconia', 850, 1100, false, true,
   '{White,Pink,Gray}', '{}',
   16, 16, null, null, 7, 'Rose gold', 'Brass', 'Faux pearls, cubic zirconia', 'Butterfly back', 'One pair of earrings', true,
   '{everyday,party,gift}', 'Put it on after perfume and make-up, and wipe the pearls with a soft, dry cloth.',
   '{/media/products/pearl-halo-stud-earrings.webp,/media/products/pearl-halo-stud-earrings-worn.webp,/media/products/pearl-halo-stud-earrings-2.webp,/media/products/pearl-halo-stud-earrings-pink.webp,/media/products/pearl-halo-stud-earrings-gray.webp}', '2025-12-15 16:30+05'),

  ('68f0a1000000000000000206', 'Ruby Flower Stud Earrings', 'earrings',
   'Small red flowers with six petals and a sparkling white centre, about 14 mm wide. A sweet first pair for a teenage niece and an easy Eidi gift.',
   'Gold plated brass, ruby crystals', 690, null, false, false,
   '{}', '{}',
   14, 14, null, null, 5, 'Gold', 'Brass', 'Ruby crystals', 'Butterfly back', 'One pair of earrings', true,
   '{eid,gift}', 'Put it on after perfume and make-up, keep it dry, and wipe it with a soft cloth.',
   '{/media/products/ruby-flower-stud-earrings.webp,/media/products/ruby-flower-stud-earrings-worn.webp,/media/products/ruby-flower-stud-earrings-2.webp}', '2026-02-23 13:15+05'),

  -- Sets
  ('68f0a1000000000000000207', 'Ruby Teardrop Necklace Set', 'sets',
   'A line of small white stones carries a row of red teardrops that grows towards the middle, with matching drop earrings in the box. The necklace sits just under the collarbone and has a 6 cm extension chain, so it works with both round and boat necks. Our most asked-for set for barat guests: it gives you the bridal red without the bridal weight.',
   'Gold plated brass, ruby crystals, cubic zirconia', 5950, 7200, false, true,
   '{}', '{}',
   38, null, null, 450, 85, 'Gold', 'Brass', 'Ruby crystals, cubic zirconia', 'Lobster clasp, 6 cm extension', 'Necklace and one pair of earrings', null,
   '{barat}', 'Put it on after perfume and make-up, keep it dry, and wipe it with a soft cloth.',
   '{/media/products/ruby-teardrop-necklace-set.webp,/media/products/ruby-teardrop-necklace-set-2.webp}', '2025-12-20 14:00+05'),

  ('68f0a1000000000000000208', 'Emerald Princess Necklace Set', 'sets',
   'Green teardrops fan out around a collar of white crystals, one after another, down to a single drop at the centre. Matching earrings are included. The silver finish is cool and bright, and it photographs beautifully against a pastel walima dress; keep it dry and away from perfume so that it stays that way.',
   'Silver plated brass, green crystals, cubic zirconia', 6800, null, true, true,
   '{}', '{}',
   45, null, null, 430, 98, 'Silver', 'Brass', 'Green crystals, cubic zirconia', 'Lobster clasp', 'Necklace and one pair of earrings', null,
   '{walima}', 'Put it on after perfume and make-up, keep it dry, and wipe it with a soft cloth.',
   '{/media/products/emerald-princess-set.webp,/media/products/emerald-princess-set-2.webp}', '2026-09-21 11:45+05'),

  ('68f0a1000000000000000209', 'Pearl Pendant Necklace Set', 'sets',
   'A faux pearl held in a twisted loop of white stones, on a 45 cm chain, with earrings to match. Quiet and polished: for a nikkah in the family, a baat pakki, or a colleague''s farewell dinner. Pictured in rose gold, also made in silver.',
   'Rose gold plated brass, faux pearls, cubic zirconia', 3250, null, false, false,
   '{Rose Gold,Silver}', '{}',
   28, 14, null, 450, 18, 'Rose gold', 'Brass', 'Faux pearls, cubic zirconia', 'Lobster clasp', 'Necklace and one pair of earrings', true,
   '{party,gift}', 'Put it on after perfume and make-up, and wipe the pearls with a soft, dry cloth.',
   '{/media/products/pearl-pendant-set.webp,/media/products/pearl-pendant-set-2.webp,/media/products/pearl-pendant-set-silver.webp}', '2026-05-08 17:20+05'),

  -- Necklaces
  ('68f0a1000000000000000210', 'Classic Double Pearl Strand Necklace', 'necklaces',
   'Two strands of round faux pearls, knotted one by one so they never bunch, with a small gold tone clasp at the back. The shorter strand lies at 42 cm, the longer at 48 cm. Wear it over a plain silk shirt the way our mothers did, or with a sari on a winter evening; it weighs about 65 g and feels pleasantly solid. White is pictured, beige is a warmer ivory.',
   'Faux pearls, gold plated clasp', 2950, null, false, true,
   '{White,Beige}', '{}',
   null, 8, null, 480, 65, 'Gold (clasp)', '', 'Faux pearls', 'Clasp', 'One necklace', null,
   '{party,gift}', 'Put it on after perfume and make-up, and wipe the pearls with a soft, dry cloth.',
   '{/media/products/classic-pearl-strand.webp,/media/products/classic-pearl-strand-2.webp,/media/products/classic-pearl-strand-beige.webp}', '2026-01-06 12:00+05'),

  ('68f0a1000000000000000211', 'Crystal Tennis Choker', 'necklaces',
   'White crystals that grow in size towards the throat, finished with one pear drop in its own small halo. Sits high and snug at 34 cm and lets out to 40 cm. Everything a deep or off-shoulder neckline needs, and nothing more.',
   'Silver plated brass, cubic zirconia', 3450, 4200, false, false,
   '{Silver,Gold}', '{}',
   22, null, null, 340, 42, 'Silver', 'Brass', 'Cubic zirconia', 'Lobster clasp, 6 cm extension', 'One choker', null,
   '{party,walima}', 'Put it on after perfume and make-up, keep it dry, and wipe it with a soft cloth.',
   '{/media/products/crystal-tennis-choker.webp,/media/products/crystal-tennis-choker-2.webp,/media/products/crystal-tennis-choker-gold.webp}', '2026-04-14 18:10+05'),

  ('68f0a1000000000000000212', 'Layered Coin Chain Necklace', 'necklaces',
   'Three fine chains on one clasp: tiny discs, a crystal drop, and a round hammered coin with a stone at its heart. Already layered, so nothing tangles and there is nothing to arrange. Throw it over a kurta, a button-down or an Eid jora and go.',
   'Gold plated brass, cubic zirconia', 1550, null, true, true,
   '{}', '{}',
   18, 18, null, 500, 16, 'Gold', 'Brass', 'Cubic zirconia', 'Lobster clasp', 'One necklace of three chains', null,
   '{everyday,eid}', 'Put it on after perfume and make-up, keep it dry, and wipe it with a soft cloth.',
   '{/media/products/layered-coin-chain-necklace.webp,/media/products/layered-coin-chain-necklace-2.webp}', '2026-09-09 10:35+05'),

  -- Rings
  ('68f0a1000000000000000213', 'Rose Gold Halo Ring', 'rings',
   'A round white stone lifted inside a halo, with smaller stones running down both shoulders. It has the look of an engagement ring at a price you can wear without worry, and the smooth band does not catch on lace or dupatta threads. Pictured in rose gold, also made in gold and silver; if you are between two sizes take the larger one.',
   'Rose gold plated brass, cubic zirconia', 1850, 2400, false, true,
   '{Rose Gold,Gold,Silver}', '{6,7,8,9,10}',
   11, 11, null, null, 4.5, 'Rose gold', 'Brass', 'Cubic zirconia', '', 'One ring', null,
   '{party,gift}', 'Put it on after perfume and make-up, keep it dry, and wipe it with a soft cloth.',
   '{/media/products/rose-gold-halo-ring.webp,/media/products/rose-gold-halo-ring-worn.webp,/media/products/rose-gold-halo-ring-2.webp,/media/products/rose-gold-halo-ring-gold.webp,/media/products/rose-gold-halo-ring-silver.webp}', '2025-11-28 12:15+05'),

  ('68f0a1000000000000000214', 'Sapphire Solitaire Ring', 'rings',
   'One oval stone in deep sapphire blue, held high by four prongs, with a scatter of small white stones on the shoulders. Simple, a little royal, and very good with navy or ice-blue formals.',
   'Silver plated brass, blue cubic zirconia', 1650, null, false, false,
   '{}', '{6,7,8,9,10}',
   11, 9, null, null, 4.2, 'Silver', 'Brass', 'Blue cubic zirconia', '', 'One ring', null,
   '{party,gift}', 'Put it on after perfume and make-up, keep it dry, and wipe it with a soft cloth.',
   '{/media/products/sapphire-solitaire-ring.webp,/media/products/sapphire-solitaire-ring-worn.webp,/media/products/sapphire-solitaire-ring-2.webp}', '2026-02-10 14:50+05'),

  ('68f0a1000000000000000215', 'Emerald Cocktail Ring', 'rings',
   'A big emerald-cut green stone with clipped corners, framed in white and set on a polished band. The head is about 18 mm wide, so it is a one-ring-is-enough kind of ring: let it do the talking at a mehndi dinner and keep the other hand bare. Pictured in gold, the silver band is the same design.',
   'Gold plated brass, green crystal', 2250, 2800, false, true,
   '{Gold,Silver}', '{7,8,9,10,11}',
   22, 18, null, null, 9.5, 'Gold', 'Brass', 'Green crystal, white stones', '', 'One ring', null,
   '{party,mehndi}', 'Put it on after perfume and make-up, keep it dry, and wipe it with a soft cloth.',
   '{/media/products/emerald-cocktail-ring.webp,/media/products/emerald-cocktail-ring-worn.webp,/media/products/emerald-cocktail-ring-2.webp,/media/products/emerald-cocktail-ring-silver.webp}', '2026-03-27 11:00+05'),

  ('68f0a1000000000000000216', 'Stackable Ring Trio', 'rings',
   'Three slim rings that belong together: a gold rope twist, a rose gold band with white stones, and a beaded silver one. Wear them stacked on one finger or spread across the hand. All three come in the size you choose.',
   'Gold, rose gold and silver plated brass, cubic zirconia', 1450, null, true, false,
   '{}', '{6,7,8,9}',
   2.5, null, null, null, 5.4, 'Gold, rose gold and silver', 'Brass', 'Cubic zirconia', '', 'Three rings of one size', null,
   '{everyday,gift}', 'Put it on after perfume and make-up, keep it dry, and wipe it with a soft cloth.',
   '{/media/products/stackable-ring-trio.webp,/media/products/stackable-ring-trio-worn.webp,/media/products/stackable-ring-trio-2.webp}', '2026-08-24 16:05+05'),

  ('68f0a1000000000000000217', 'Pavé Eternity Band', 'rings',
   'A broad, comfortable band with three close rows of white stones. Good on its own or as the partner of a solitaire, and made up to size 12 so that it fits a thumb or a gentleman''s hand too.',
   'Silver plated brass, cubic zirconia', 1250, null, false, false,
   '{Silver,Gold}', '{6,7,8,9,10,11,12}',
   7, null, null, null, 5.8, 'Silver', 'Brass', 'Cubic zirconia', '', 'One ring', null,
   '{everyday,gift}', 'Put it on after perfume and make-up, keep it dry, and wipe it with a soft cloth.',
   '{/media/products/pave-eternity-band.webp,/media/products/pave-eternity-band-worn.webp,/media/products/pave-eternity-band-2.webp,/media/products/pave-eternity-band-gold.webp}', '2026-06-03 13:40+05'),

  -- Bracelets
  ('68f0a1000000000000000218', 'Carved Gold Kara Pair', 'bracelets',
   'Two broad karas with carved petals all round and a beaded line at each edge, the sort that looks handed down. They slip on over the hand, so measure a bangle you own: Small is 2.4, Medium 2.6 and Large 2.8. Each weighs about 28 g and they make the most satisfying sound together.',
   'Gold plated brass', 1750, null, false, false,
   '{}', '{Small,Medium,Large}',
   18, null, null, null, 56, 'Gold', 'Brass', '', 'Slips on', 'Two karas', null,
   '{mehndi,eid}', 'Take it off for wuzu and washing-up, and wipe it with a soft cloth.',
   '{/media/products/carved-gold-kara-pair.webp,/media/products/carved-gold-kara-pair-worn.webp,/media/products/carved-gold-kara-pair-2.webp}', '2025-12-29 15:25+05'),

  ('68f0a1000000000000000219', 'Enamel Bangle Stack', 'bracelets',
   'Slim bangles in teal, coral, blush and ivory enamel with two rows of crystals between them, sold as one stack. Wear the whole stack on one wrist at a mehndi or split it over both. They slip on over the hand, so measure a bangle you own; the enamel is smooth and does not scratch the skin.',
   'Gold plated brass, enamel, cubic zirconia', 1950, 2350, true, true,
   '{}', '{2.2,2.4,2.6,2.8,2.10}',
   45, null, null, null, 72, 'Gold', 'Brass', 'Enamel, cubic zirconia', 'Slips on', 'One stack of bangles', null,
   '{mehndi,eid}', 'Take it off for wuzu and washing-up, and wipe it with a soft cloth.',
   '{/media/products/enamel-bangle-stack.webp,/media/products/enamel-bangle-stack-worn.webp,/media/products/enamel-bangle-stack-2.webp}', '2026-10-19 12:30+05'),

  ('68f0a1000000000000000220', 'Silver Tennis Bracelet', 'bracelets',
   'An unbroken line of round white stones that bends softly with the wrist and closes with a fold-over clasp. Small is 16 cm, Medium 18 cm. Dressy on its own, lovely next to a watch. Pictured in silver, also made in rose gold.',
   'Silver plated brass, cubic zirconia', 2100, null, false, false,
   '{Silver,Rose Gold}', '{Small,Medium}',
   4, null, null, null, 12.5, 'Silver', 'Brass', 'Cubic zirconia', 'Fold-over clasp', 'One bracelet', null,
   '{party,gift}', 'Put it on after perfume and make-up, keep it dry, and wipe it with a soft cloth.',
   '{/media/products/silver-tennis-bracelet.webp,/media/products/silver-tennis-bracelet-worn.webp,/media/products/silver-tennis-bracelet-2.webp,/media/products/silver-tennis-bracelet-rose-gold.webp}', '2026-05-25 11:55+05'),

  ('68f0a1000000000000000221', 'Pearl Open Cuff', 'bracelets',
   'A slender open cuff that ends in two large faux pearls, with a few white stones set along the way. It gives a little when you slide it on and fits most wrists up to 17 cm. Pictured in rose gold, also made in gold.',
   'Rose gold plated brass, faux pearls, cubic zirconia', 1180, null, false, false,
   '{Rose Gold,Gold}', '{}',
   10, null, 58, null, 14, 'Rose gold', 'Brass', 'Faux pearls, cubic zirconia', 'Open, slides on', 'One cuff', null,
   '{everyday,party}', 'Put it on after perfume and make-up, and wipe the pearls with a soft, dry cloth.',
   '{/media/products/pearl-open-cuff.webp,/media/products/pearl-open-cuff-worn.webp,/media/products/pearl-open-cuff-2.webp,/media/products/pearl-open-cuff-gold.webp}', '2026-04-02 17:45+05'),

  ('68f0a1000000000000000222', 'Gold Charm Chain Bracelet', 'bracelets',
   'Chunky gold links with four charms that chime softly: a red enamel heart, a faux pearl, a little disc and a star. Closes with a lobster clasp at any link, so it fits every wrist. A happy birthday present for a sister or best friend.',
   'Gold plated brass, faux pearls, enamel', 1320, 1600, false, false,
   '{}', '{}',
   18, null, null, 195, 26, 'Gold', 'Brass', 'Faux pearl, enamel', 'Lobster clasp', 'One bracelet', null,
   '{everyday,gift}', 'Put it on after perfume and make-up, keep it dry, and wipe it with a soft cloth.',
   '{/media/products/gold-charm-chain-bracelet.webp,/media/products/gold-charm-chain-bracelet-worn.webp,/media/products/gold-charm-chain-bracelet-2.webp}', '2026-06-22 14:20+05'),

  -- Watches
  ('68f0a1000000000000000223', 'Classic Gold Link Watch', 'watches',
   'A plain champagne dial, slim hands and tiny stones at some of the hours, on a polished gold tone link bracelet. Quartz movement, battery included. Any bazaar watch stall can take out a link or two for you in five minutes. It stands hand washing, but please take it off for wuzu and the pool.',
   'Gold tone stainless steel', 5450, 6500, false, false,
   '{}', '{}',
   40, 34, null, 190, 82, 'Gold tone', 'Stainless steel', '', 'Fold-over clasp', 'One watch, battery included', false,
   '{everyday,gift}', 'Take it off for wuzu and swimming. Wipe it with a soft cloth.',
   '{/media/products/classic-gold-link-watch.webp,/media/products/classic-gold-link-watch-worn.webp,/media/products/classic-gold-link-watch-2.webp}', '2026-01-30 16:15+05'),

  ('68f0a1000000000000000224', 'Rose Gold Leather Watch', 'watches',
   'A slim rose gold case, a clean white dial and a stitched leather strap that softens within a week. Thin enough to slip under a shirt cuff, which makes it the office watch in our shop. Tan strap as pictured, or choose black or burgundy.',
   'Rose gold tone case, leather strap', 4250, null, true, true,
   '{Brown,Black,Burgundy}', '{}',
   42, 36, null, 230, 42, 'Rose gold tone', '', '', 'Buckle', 'One watch, battery included', null,
   '{everyday,gift}', 'Take it off for wuzu and swimming. Let the strap dry on its own if it gets wet.',
   '{/media/products/rose-gold-leather-watch.webp,/media/products/rose-gold-leather-watch-worn.webp,/media/products/rose-gold-leather-watch-2.webp,/media/products/rose-gold-leather-watch-black.webp,/media/products/rose-gold-leather-watch-burgundy.webp}', '2026-11-03 10:50+05'),

  -- Pendants
  ('68f0a1000000000000000225', 'Ruby Heart Pendant', 'pendant',
   'An open heart lined with white stones, and inside it a bright red heart that catches every light in the room. Comes on a 42 cm rose gold chain in a small gift box, ready to hand over. Bought most often by husbands the day before an anniversary.',
   'Rose gold plated brass, ruby crystal, cubic zirconia', 1350, null, false, true,
   '{}', '{}',
   20, 19, null, 420, 7.5, 'Rose gold', 'Brass', 'Ruby crystal, cubic zirconia', 'Lobster clasp', 'Pendant and chain in a gift box', true,
   '{gift}', 'Put it on after perfume and make-up, keep it dry, and wipe it with a soft cloth.',
   '{/media/products/ruby-heart-pendant.webp,/media/products/ruby-heart-pendant-2.webp}', '2026-01-12 13:05+05'),

  ('68f0a1000000000000000226', 'Crescent Moon & Star Pendant', 'pendant',
   'A crescent of white stones with a small star that swings free inside it. Our chand raat favourite, light enough to forget you have it on. Pictured in gold, also made in silver and rose gold.',
   'Gold plated brass, cubic zirconia', 1150, null, true, true,
   '{Gold,Silver,Rose Gold}', '{}',
   22, 18, null, 450, 6, 'Gold', 'Brass', 'Cubic zirconia', 'Lobster clasp', 'Pendant and chain', true,
   '{everyday,eid}', 'Put it on after perfume and make-up, keep it dry, and wipe it with a soft cloth.',
   '{/media/products/crescent-moon-pendant.webp,/media/products/crescent-moon-pendant-2.webp,/media/products/crescent-moon-pendant-silver.webp,/media/products/crescent-moon-pendant-rose-gold.webp}', '2026-09-30 11:30+05'),

  ('68f0a1000000000000000227', 'Sapphire Teardrop Pendant', 'pendant',
   'A large blue teardrop in a halo of white stones, on a fine silver tone chain of 45 cm. Deep in shade, bright in the sun. One piece that makes a plain black or navy outfit look finished.',
   'Silver plated brass, blue crystal, cubic zirconia', 1490, null, false, false,
   '{}', '{}',
   26, 15, null, 450, 8, 'Silver', 'Brass', 'Blue crystal, cubic zirconia', 'Lobster clasp', 'Pendant and chain', null,
   '{party,walima}', 'Put it on after perfume and make-up, keep it dry, and wipe it with a soft cloth.',
   '{/media/products/sapphire-teardrop-pendant.webp,/media/products/sapphire-teardrop-pendant-2.webp}', '2026-07-07 15:50+05'),

  ('68f0a1000000000000000228', 'Initial A Pendant', 'pendant',
   'A brushed gold disc with a raised letter A and a rim of small white stones. For Ayesha, Amna, Aliya, Ahmed''s wife, or anyone whose story starts with A. The disc is 20 mm across, the chain 42 cm with a little room to let out.',
   'Gold plated brass, cubic zirconia', 990, 1250, false, false,
   '{}', '{}',
   20, 20, null, 420, 6.5, 'Gold', 'Brass', 'Cubic zirconia', 'Lobster clasp with extension', 'Pendant and chain', null,
   '{everyday,gift}', 'Put it on after perfume and make-up, keep it dry, and wipe it with a soft cloth.',
   '{/media/products/initial-a-pendant.webp,/media/products/initial-a-pendant-2.webp}', '2026-03-03 12:25+05'),

  -- Bridal
  ('68f0a1000000000000000229', 'Kundan Bridal Choker Set', 'bridal',
   'Three pieces worn as one: a collar of gold beads, a broad choker of kundan flowers with red hearts and green leaves, and a pearl string with a fringe of polki-style drops and a round pendant. It ties at the back with an adjustable dori, so it sits exactly where your neckline asks. About 210 g in all, with a soft lining against the skin so that it stays comfortable from the barat to the rukhsati. Pictured with red pendant drops, also made with green; earrings and tikka are sold separately.',
   'Antique gold plated brass, kundan stones, ruby and emerald crystals, faux pearls', 24500, 28500, false, true,
   '{Red,Green}', '{}',
   150, null, null, 360, 210, 'Antique gold', 'Brass', 'Kundan, crystals, faux pearls', 'Adjustable dori', 'Collar, choker and pearl string', null,
   '{barat}', 'Wrap it in cotton, keep it away from perfume and hairspray, and store it flat.',
   '{/media/products/kundan-bridal-choker-set.webp,/media/products/kundan-bridal-choker-set-2.webp,/media/products/kundan-bridal-choker-set-green.webp}', '2025-12-10 17:00+05'),

  ('68f0a1000000000000000230', 'Pearl Matha Tikka', 'bridal',
   'A round kundan medallion with a green heart, hung from three strings of faux pearls and finished with a loose pearl fringe. The hook at the top slips under the hair and stays put with two pins. At 18 g it lies flat on the forehead and does not slide when you bend for the rukhsati photographs. Green is pictured; red and white are made to match other sets.',
   'Gold plated brass, kundan stones, emerald crystals, faux pearls', 3850, null, false, false,
   '{Green,Red,White}', '{}',
   130, 32, null, null, 18, 'Gold', 'Brass', 'Kundan, emerald crystals, faux pearls', 'Hook', 'One tikka', null,
   '{mehndi,barat}', 'Wrap it in cotton, keep it away from perfume and hairspray, and store it flat.',
   '{/media/products/pearl-matha-tikka.webp,/media/products/pearl-matha-tikka-2.webp,/media/products/pearl-matha-tikka-red.webp,/media/products/pearl-matha-tikka-white.webp}', '2026-02-02 14:35+05'),

  ('68f0a1000000000000000231', 'Kundan Bridal Nath', 'bridal',
   'A wide, light nath with kundan flowers at both ends, round stones and pearls between them, and a pearl chain that hooks into the hair to carry the weight. For a pierced nose; the wire is slim and smooth. Try it on for half an hour at home before the big day.',
   'Gold plated brass, kundan stones, ruby crystals, faux pearls', 2750, null, false, false,
   '{}', '{}',
   55, 55, null, 160, 12, 'Gold', 'Brass', 'Kundan, ruby crystals, faux pearls', 'For a pierced nose, hook for the hair', 'One nath with its chain', null,
   '{barat}', 'Wrap it in cotton, keep it away from perfume and hairspray, and store it flat.',
   '{/media/products/kundan-bridal-nath.webp,/media/products/kundan-bridal-nath-2.webp}', '2026-07-28 16:40+05'),

  -- Cosmetics
  ('68f0a1000000000000000232', 'Velvet Matte Lipstick Duo', 'cosmetics',
   'Two shades that cover every invitation: a deep barat red and a soft rose pink for the day. Both go on creamy, dry to a velvet matte and survive chai. In heavy black and gold cases that click shut properly.',
   'Lipstick in a gold and black case', 1190, null, true, false,
   '{}', '{}',
   78, 21, null, null, 52, '', '', '', '', 'Two lipsticks', null,
   '{party,gift}', 'Close it tightly and keep it out of the sun.',
   '{/media/products/velvet-matte-lipstick-duo.webp,/media/products/velvet-matte-lipstick-duo-2.webp}', '2026-10-27 13:55+05'),

  ('68f0a1000000000000000233', 'Gold Compact Powder', 'cosmetics',
   'Finely pressed powder that takes the shine off without turning ashy, in a round gold tone compact with a proper mirror and a puff. Beige suits most wheatish skin; choose brown for a deeper, warmer tone.',
   'Pressed powder in a gold tone compact with mirror', 980, null, false, false,
   '{Beige,Brown}', '{}',
   72, 72, null, null, 68, '', '', '', '', 'Compact with mirror and puff', null,
   '{everyday}', 'Close it tightly and keep it out of the sun.',
   '{/media/products/gold-compact-powder.webp,/media/products/gold-compact-powder-2.webp,/media/products/gold-compact-powder-brown.webp}', '2026-06-15 10:25+05'),

  ('68f0a1000000000000000234', 'Gel Shine Nail Polish Trio', 'cosmetics',
   'Red, blush pink and burgundy in one little box, 8 ml each. Two coats give a glassy, gel-like shine without a lamp, and it comes off with ordinary remover.',
   'Nail polish in glass bottles', 450, null, false, false,
   '{}', '{}',
   70, 26, null, null, 96, '', '', '', '', 'Three bottles of 8 ml', null,
   '{everyday,party}', 'Close it tightly and keep it out of the sun.',
   '{/media/products/gel-shine-nail-polish-trio.webp,/media/products/gel-shine-nail-polish-trio-2.webp}', '2026-04-23 12:10+05'),

  ('68f0a1000000000000000235', 'Amber Oud Perfume', 'cosmetics',
   'Warm amber and soft oud with a thread of saffron, in a faceted 50 ml bottle with a gold cap. Rich at first, gentle after an hour, still there on your dupatta the next morning. Spray it before you put your jewellery on: perfume dulls plating.',
   'Eau de parfum in a glass bottle with gold cap', 3600, 4200, true, false,
   '{}', '{}',
   105, 58, null, null, 240, '', '', '', '', 'One bottle of 50 ml', null,
   '{party,eid,gift}', 'Close it tightly and keep it out of the sun.',
   '{/media/products/amber-oud-perfume.webp,/media/products/amber-oud-perfume-2.webp}', '2026-11-09 18:00+05')

on conflict (id) do nothing;

-- Which colour the photos show: the first one of the product, but for these. Before the opening stock, so that what staff say of photos later
-- stays.
update public.products p
   set photo_colors = (select jsonb_agg(jsonb_build_object('image', i.image, 'color', coalesce(c.color, p.colors[1])) order by i.place)
                         from unnest(p.images) with ordinality as i(image, place)
                         left join (values
                           ('gold-jhumka-earrings-green', 'Green'),
                           ('gold-jhumka-earrings-white', 'White'),
                           ('pearl-halo-stud-earrings-pink', 'Pink'),
                           ('pearl-halo-stud-earrings-gray', 'Gray'),
                           ('pearl-pendant-set-silver', 'Silver'),
                           ('classic-pearl-strand-beige', 'Beige'),
                           ('crystal-tennis-choker-gold', 'Gold'),
                           ('rose-gold-halo-ring-gold', 'Gold'),
                           ('rose-gold-halo-ring-silver', 'Silver'),
                           ('emerald-cocktail-ring-silver', 'Silver'),
                           ('pave-eternity-band-gold', 'Gold'),
                           ('silver-tennis-bracelet-rose-gold', 'Rose Gold'),
                           ('pearl-open-cuff-gold', 'Gold'),
                           ('rose-gold-leather-watch-black', 'Black'),
                           ('rose-gold-leather-watch-burgundy', 'Burgundy'),
                           ('crescent-moon-pendant-silver', 'Silver'),
                           ('crescent-moon-pendant-rose-gold', 'Rose Gold'),
                           ('kundan-bridal-choker-set-green', 'Green'),
                           ('pearl-matha-tikka-red', 'Red'),
                           ('pearl-matha-tikka-white', 'White'),
                           ('gold-compact-powder-brown', 'Brown')
                         ) as c (photo, color) on i.image = '/media/products/' || c.photo || '.webp')
 where p.id like '68f0a1%' and cardinality(p.colors) > 0
   and not exists (select from public.stock_history h where h.product_id = p.id);

-- Photos on a plaster hand, ear or wrist. Before the opening stock, too.
update public.products p set worn_images = array (select i from unnest(p.images) as i where i like '%-worn.webp')
 where p.id like '68f0a1%' and not exists (select from public.stock_history h where h.product_id = p.id);

-- A nath is worn in the nose: not taken back, whatever its category says. Before the opening stock, too.
update public.products p set no_return_reason = 'for hygiene'
 where p.id = '68f0a1000000000000000231' and not exists (select from public.stock_history h where h.product_id = p.id);

-- Pieces that are counted by what a shopper chooses: of some choices there is none left, and not every ring comes in every colour.
create temp table demo_choices (product_id text, color text, size text, pieces integer);
insert into demo_choices values
  ('68f0a1000000000000000214', '', '6', 3), -- Sapphire Solitaire Ring
  ('68f0a1000000000000000214', '', '7', 6),
  ('68f0a1000000000000000214', '', '8', 5),
  ('68f0a1000000000000000214', '', '9', 4),
  ('68f0a1000000000000000214', '', '10', 0),
  ('68f0a1000000000000000215', 'Gold', '7', 2), -- Emerald Cocktail Ring
  ('68f0a1000000000000000215', 'Gold', '8', 2),
  ('68f0a1000000000000000215', 'Gold', '9', 0),
  ('68f0a1000000000000000215', 'Gold', '10', 1),
  ('68f0a1000000000000000215', 'Silver', '8', 2),
  ('68f0a1000000000000000215', 'Silver', '9', 1),
  ('68f0a1000000000000000215', 'Silver', '11', 0),
  ('68f0a1000000000000000216', '', '6', 9), -- Stackable Ring Trio
  ('68f0a1000000000000000216', '', '7', 14),
  ('68f0a1000000000000000216', '', '8', 12),
  ('68f0a1000000000000000216', '', '9', 7),
  ('68f0a1000000000000000219', '', '2.2', 0), -- Enamel Bangle Stack
  ('68f0a1000000000000000219', '', '2.4', 7),
  ('68f0a1000000000000000219', '', '2.6', 10),
  ('68f0a1000000000000000219', '', '2.8', 5),
  ('68f0a1000000000000000219', '', '2.10', 2),
  ('68f0a1000000000000000224', 'Brown', '', 2), -- Rose Gold Leather Watch
  ('68f0a1000000000000000224', 'Black', '', 0),
  ('68f0a1000000000000000224', 'Burgundy', '', 0);
select shop.write_variants(p, (select jsonb_agg(jsonb_build_object('color', c.color, 'size', c.size, 'stockQuantity', 0)
                                                order by array_position(p.sizes, c.size), array_position(p.colors, c.color))
                                 from demo_choices c where c.product_id = p.id), null)
  from public.products p
 where p.id in (select c.product_id from demo_choices c)
   and not exists (select from public.stock_history h where h.product_id = p.id)
 order by p.id;

-- Opening stock, through the stock history like every other change. Two products are sold out, eight are running low.
select shop.change_stock(p.id, s.pieces, 'purchase', 'OPENING', 'Opening stock', null)
  from (values
    ('68f0a1000000000000000201', 34), -- Gold Jhumka Earrings
    ('68f0a1000000000000000202', 22), -- Emerald Drop Earrings
    ('68f0a1000000000000000203',  5), -- Ruby Chandelier Earrings
    ('68f0a1000000000000000204', 60), -- Twisted Gold Hoop Earrings
    ('68f0a1000000000000000205', 48), -- Pearl Halo Stud Earrings
    ('68f0a1000000000000000206',  0), -- Ruby Flower Stud Earrings
    ('68f0a1000000000000000207', 12), -- Ruby Teardrop Necklace Set
    ('68f0a1000000000000000208', 14), -- Emerald Princess Necklace Set
    ('68f0a1000000000000000209',  7), -- Pearl Pendant Necklace Set
    ('68f0a1000000000000000210', 16), -- Classic Double Pearl Strand Necklace
    ('68f0a1000000000000000211',  9), -- Crystal Tennis Choker
    ('68f0a1000000000000000212', 31), -- Layered Coin Chain Necklace
    ('68f0a1000000000000000213', 36), -- Rose Gold Halo Ring
    ('68f0a1000000000000000217', 27), -- Pavé Eternity Band
    ('68f0a1000000000000000218', 26), -- Carved Gold Kara Pair
    ('68f0a1000000000000000220', 15), -- Silver Tennis Bracelet
    ('68f0a1000000000000000221', 19), -- Pearl Open Cuff
    ('68f0a1000000000000000222',  0), -- Gold Charm Chain Bracelet
    ('68f0a1000000000000000223', 13), -- Classic Gold Link Watch
    ('68f0a1000000000000000225', 38), -- Ruby Heart Pendant
    ('68f0a1000000000000000226', 45), -- Crescent Moon & Star Pendant
    ('68f0a1000000000000000227', 20), -- Sapphire Teardrop Pendant
    ('68f0a1000000000000000228', 52), -- Initial A Pendant
    ('68f0a1000000000000000229',  3), -- Kundan Bridal Choker Set
    ('68f0a1000000000000000230', 10), -- Pearl Matha Tikka
    ('68f0a1000000000000000231',  4), -- Kundan Bridal Nath
    ('68f0a1000000000000000232', 58), -- Velvet Matte Lipstick Duo
    ('68f0a1000000000000000233', 33), -- Gold Compact Powder
    ('68f0a1000000000000000234', 55), -- Gel Shine Nail Polish Trio
    ('68f0a1000000000000000235', 17)  -- Amber Oud Perfume
  ) as s(product_id, pieces)
  join public.products p on p.id = s.product_id
 where s.pieces > 0
   and not exists (select from public.stock_history h where h.product_id = p.id)
 order by p.id;

select shop.change_stock(p.id, c.pieces, 'purchase', 'OPENING', 'Opening stock', null, v.id)
  from demo_choices c
  join public.products p on p.id = c.product_id
  join public.product_variants v on v.product_id = p.id and v.color = c.color and v.size = c.size and v.archived_at is null
 where c.pieces > 0
   and not exists (select from public.stock_history h where h.product_id = p.id)
 order by p.id, array_position(p.sizes, c.size), array_position(p.colors, c.color);
drop table demo_choices;

-- Reviews: number of the review, number of the product, who, stars, words, when. The numbers become ids as above.
-- They have no edit token, so nobody but staff can edit or delete them.
insert into public.reviews (id, product_id, user_id, user_name, rating, comment, created_at)
select '68f0a1' || lpad(r.review::text, 18, '0'), '68f0a1' || lpad(r.product::text, 18, '0'), 'demo-' || r.review,
       r.user_name, r.rating, r.comment, r.created_at::timestamptz
  from (values

    -- Gold Jhumka Earrings
    (301, 201, 'Ayesha, Lahore', 5, 'Wore these on my sister''s mehndi and three aunties asked which jeweller. The pearls are properly strung, nothing came loose even after the luddi.', '2025-12-21 21:14+05'),
    (302, 201, 'Mahnoor, Faisalabad', 4, 'Bohat pyare hain. A little heavy after four hours so I added a sahara chain. Colour is antique gold, not the yellow kind, which I prefer.', '2026-01-17 13:02+05'),
    (303, 201, 'Rukhsana, Peshawar', 5, 'Ordered the green ones for Eid. The stones are bright and the bell is nicely round, bilkul tasveer jaisa.', '2026-03-25 18:47+05'),
    (304, 201, 'Sadaf, Gujranwala', 3, 'Design is beautiful, but one hook was bent in the parcel and I had to straighten it with my fingers.', '2026-06-11 11:30+05'),
    (305, 201, 'Kiran, Karachi', 5, 'Second pair. The first one my bhabi took and never gave back.', '2026-09-02 22:05+05'),

    -- Emerald Drop Earrings
    (306, 202, 'Zainab, Islamabad', 5, 'So light for their size. Wore them with an ivory gharara at a walima and did not feel them all night.', '2026-04-05 20:20+05'),
    (307, 202, 'Hira, Sialkot', 4, 'Lovely deep green. I wish the box was a bit sturdier because it is a gift.', '2026-05-19 15:41+05'),
    (308, 202, 'Nimra, Rawalpindi', 5, 'Got compliments from my mother in law, so five stars.', '2026-08-14 10:12+05'),

    -- Ruby Chandelier Earrings
    (309, 203, 'Fariha, Lahore', 5, 'These are the whole outfit. I kept the neck empty and tied my hair back and everyone noticed them.', '2026-10-24 23:10+05'),
    (310, 203, 'Saba, Multan', 4, 'Stunning, but please know they are long. On a short neck they nearly touch the shoulder.', '2026-11-08 17:33+05'),

    -- Twisted Gold Hoop Earrings
    (311, 204, 'Mehak, Karachi', 5, 'My daily hoops now. Medium is the perfect size for office, and they do not pull.', '2026-02-06 09:50+05'),
    (312, 204, 'Iqra, Hyderabad', 4, 'Good shine and they still look new after two months. I take them off before showering.', '2026-04-18 14:27+05'),
    (313, 204, 'Laiba, Bahawalpur', 2, 'I ordered Large and they are bigger than I imagined. My mistake maybe, but a photo on a model would help.', '2026-06-30 19:08+05'),
    (314, 204, 'Sania, Lahore', 5, 'Paise vasool. At this price I am ordering Small for my daughter too.', '2026-10-01 12:45+05'),

    -- Pearl Halo Stud Earrings
    (315, 205, 'Amna, Lahore', 5, 'Exactly like the picture. The pearl is big but it does not droop, the back holds it firmly.', '2026-01-03 16:00+05'),
    (316, 205, 'Bushra, Quetta', 5, 'It took six days to Quetta but came safely packed. Wore them to a nikkah with a plain pink jora.', '2026-02-14 20:38+05'),
    (317, 205, 'Noor, Karachi', 4, 'The grey pearls are very elegant, more silver than grey in daylight.', '2026-05-02 11:19+05'),
    (318, 205, 'Tehmina, Abbottabad', 4, 'Nice studs for university. One tiny stone looked dull until I wiped it with a soft cloth.', '2026-08-27 13:54+05'),

    -- Ruby Flower Stud Earrings
    (319, 206, 'Shazia, Sargodha', 5, 'Gave these to my niece as Eidi and she has not taken them off since.', '2026-03-29 17:22+05'),
    (320, 206, 'Maria, Lahore', 4, 'Cute and small. Please restock, I want another pair for my cousin.', '2026-09-15 10:40+05'),

    -- Ruby Teardrop Necklace Set
    (321, 207, 'Sana, Karachi', 5, 'I was a guest at a barat and two people thought it was real. The extension chain is so useful with a boat neck.', '2026-01-11 22:51+05'),
    (322, 207, 'Komal, Rahim Yar Khan', 5, 'Masha Allah bohat khoobsurat. Red is deep, not orange, and the earrings are light.', '2026-02-28 18:15+05'),
    (323, 207, 'Rabia, Islamabad', 4, 'Beautiful set for the price. The clasp is a bit small to close alone, get someone to help.', '2026-04-26 21:09+05'),
    (324, 207, 'Anum, Lahore', 5, 'Opened the parcel in front of the rider, everything was in place with foam around every piece.', '2026-07-20 15:36+05'),
    (325, 207, 'Farzana, Sukkur', 3, 'Necklace is five star, but one earring had a loose stone. They replaced it within ten days.', '2026-10-12 12:12+05'),

    -- Emerald Princess Necklace Set
    (326, 208, 'Mishal, Lahore', 5, 'Wore it on my own walima with a mint dress. In the photographs it looks like a hundred times the price.', '2026-10-10 19:44+05'),
    (327, 208, 'Arooj, Karachi', 5, 'The green teardrops are so even and clear. It stands away from the neck in a lovely fan.', '2026-11-02 14:08+05'),

    -- Pearl Pendant Necklace Set
    (328, 209, 'Huma, Rawalpindi', 5, 'Bought it for my baat pakki. Simple, graceful, and it went with three outfits since.', '2026-05-30 16:55+05'),
    (329, 209, 'Sidra, Gujrat', 4, 'The silver one is pretty. Chain is fine, so I am careful with it.', '2026-08-06 09:31+05'),

    -- Classic Double Pearl Strand Necklace
    (330, 210, 'Nasreen, Lahore', 5, 'Reminds me of the mala my mother wore in the seventies. The weight is right and the pearls are cool on the skin.', '2026-01-24 11:11+05'),
    (331, 210, 'Aiman, Karachi', 5, 'Each pearl is knotted separately, I checked. That is rare at this price.', '2026-03-08 20:02+05'),
    (332, 210, 'Uzma, Jhelum', 4, 'Ordered beige, it is a warm ivory. Goes with everything golden in my cupboard.', '2026-06-19 17:48+05'),
    (333, 210, 'Zara, Islamabad', 4, 'Elegant with a black sari. I only wish the shorter strand was adjustable.', '2026-11-12 22:26+05'),

    -- Crystal Tennis Choker
    (334, 211, 'Eman, Lahore', 5, 'Full sparkle under wedding lights. It sits high and does not turn around on the neck.', '2026-05-05 23:17+05'),
    (335, 211, 'Wajiha, Multan', 3, 'Shiny and pretty, but a bit tight for me even on the last hook.', '2026-07-01 13:39+05'),
    (336, 211, 'Dania, Karachi', 5, 'I took the gold one for a dinner in Clifton and felt like a film star.', '2026-09-19 18:58+05'),

    -- Layered Coin Chain Necklace
    (337, 212, 'Hafsa, Peshawar', 5, 'No tangling at all, jaise likha tha. I put it on in the rickshaw.', '2026-09-25 08:44+05'),
    (338, 212, 'Minahil, Lahore', 4, 'Looks very good on a white kurta. The longest chain is longer than I thought.', '2026-10-17 15:13+05'),
    (339, 212, 'Areeba, Faisalabad', 5, 'My go-to gift this year, I have bought four.', '2026-11-14 12:00+05'),

    -- Rose Gold Halo Ring
    (340, 213, 'Fatima, Lahore', 5, 'The halo catches so much light. I wear it every day with my nikkah band and it has not faded in two months.', '2026-01-29 10:06+05'),
    (341, 213, 'Hamza, Karachi', 5, 'Bought it to propose, told her it is only until I can afford the other one. She says she is keeping this one.', '2026-02-15 23:40+05'),
    (342, 213, 'Maham, Islamabad', 4, 'I was between 7 and 8 and took 8 as advised. Fits well. Rose gold is a soft pink, not copper.', '2026-04-09 14:32+05'),
    (343, 213, 'Nida, Sialkot', 5, 'Does not catch on my lace dupatta, which my old ring always did.', '2026-06-26 19:50+05'),
    (344, 213, 'Saira, Mardan', 3, 'Pretty ring but delivery took nine days. The ring itself is fine.', '2026-08-18 16:21+05'),
    (345, 213, 'Javeria, Hyderabad', 5, 'Silver one for me, gold one for my sister. Dono kamaal hain.', '2026-10-29 11:57+05'),

    -- Sapphire Solitaire Ring
    (346, 214, 'Sehrish, Lahore', 5, 'The blue is like ink. Lovely with my navy velvet shirt in winter.', '2026-02-25 18:04+05'),
    (347, 214, 'Beenish, Karachi', 4, 'Stone sits quite high, so mind your gloves and pockets. Otherwise very happy.', '2026-05-11 12:49+05'),
    (348, 214, 'Alina, Wah Cantt', 5, 'Ordered on Monday, got it on Wednesday, paid the rider cash. Ring is beautiful.', '2026-09-07 17:17+05'),

    -- Emerald Cocktail Ring
    (349, 215, 'Mehwish, Lahore', 5, 'Big, green and loud, exactly what I wanted for a mehndi dinner.', '2026-04-12 22:44+05'),
    (350, 215, 'Yusra, Karachi', 4, 'The stone is larger than my thumb nail! Needs confidence. Band is comfortable.', '2026-07-15 20:29+05'),
    (351, 215, 'Ghazala, Okara', 2, 'Size 7 was too tight for me and the exchange took two weeks. The new one fits.', '2026-09-28 09:15+05'),

    -- Stackable Ring Trio
    (352, 216, 'Anaya, Islamabad', 5, 'I wear the twisted one alone most days and all three on weekends.', '2026-09-12 13:23+05'),
    (353, 216, 'Ramsha, Lahore', 4, 'Three for this price is very good. The silver beaded one is my favourite.', '2026-10-21 16:48+05'),

    -- Pavé Eternity Band
    (354, 217, 'Khadija, Karachi', 5, 'Next to my solitaire it looks like a matching set. No stone has fallen in four months.', '2026-10-08 21:35+05'),
    (355, 217, 'Usman, Rawalpindi', 4, 'Took size 12 for myself. Solid band, smooth inside.', '2026-07-12 18:31+05'),

    -- Carved Gold Kara Pair
    (356, 218, 'Parveen, Multan', 5, 'My daughter thought I had taken my old gold karas out of the locker. The carving is that neat.', '2026-01-20 12:18+05'),
    (357, 218, 'Sundas, Lahore', 5, 'Medium is a true 2.6. I love the sound they make together.', '2026-03-17 19:26+05'),
    (358, 218, 'Gulnaz, Swat', 4, 'Nice weight and good polish. Keep them dry and they stay as they are.', '2026-06-07 10:53+05'),
    (359, 218, 'Tooba, Karachi', 3, 'Pretty, but Large was still hard to get over my hand. Use a little lotion.', '2026-08-31 15:02+05'),

    -- Enamel Bangle Stack
    (360, 219, 'Hania, Lahore', 5, 'The coral and teal with my yellow mehndi jora was perfect. So much colour in one box.', '2026-11-01 23:55+05'),
    (361, 219, 'Maryam, Faisalabad', 4, 'Smooth and light. I split them between both hands with glass churian in the middle.', '2026-11-16 14:11+05'),

    -- Silver Tennis Bracelet
    (362, 220, 'Laraib, Islamabad', 5, 'It falls so softly on the wrist and the clasp has never opened by itself.', '2026-06-13 17:05+05'),
    (363, 220, 'Faiza, Karachi', 4, 'Small fits my thin wrist, finally. Sparkles a lot next to my watch.', '2026-09-05 11:42+05'),

    -- Pearl Open Cuff
    (364, 221, 'Momina, Lahore', 5, 'Easy to put on with one hand before office. Pearls are large and even.', '2026-04-22 08:37+05'),
    (365, 221, 'Shehla, Larkana', 4, 'Good cuff, comes in a pouch. I would have liked one more colour.', '2026-07-24 20:14+05'),

    -- Gold Charm Chain Bracelet
    (366, 222, 'Aleena, Rawalpindi', 5, 'Gifted it to my best friend on her birthday and she cried a little. The heart is such a nice red.', '2026-07-18 19:19+05'),
    (367, 222, 'Zoya, Karachi', 3, 'Sweet bracelet, but the star charm came off its ring. I pressed it back with pliers.', '2026-10-04 13:28+05'),

    -- Classic Gold Link Watch
    (368, 223, 'Sobia, Lahore', 5, 'Had two links removed at Liberty for fifty rupees. Now it fits like a bracelet. Keeps time to the minute.', '2026-02-20 16:33+05'),
    (369, 223, 'Imran, Gujranwala', 4, 'Anniversary gift for my wife. She likes the plain dial. Packing was very careful.', '2026-05-27 21:47+05'),
    (370, 223, 'Nazia, Hyderabad', 5, 'Champagne dial is so classy, and the shine is soft, not cheap.', '2026-09-23 10:02+05'),

    -- Ruby Heart Pendant
    (371, 225, 'Bilal, Islamabad', 5, 'Ordered in a panic two days before our anniversary and it arrived in time with a gift box. Shukriya!', '2026-02-12 18:50+05'),
    (372, 225, 'Hareem, Lahore', 5, 'The red heart really does catch the light. My husband chose well for once.', '2026-03-21 22:22+05'),
    (373, 225, 'Rida, Karachi', 4, 'Pretty pendant. It is a little bigger than it looks online, in a good way.', '2026-07-30 12:36+05'),

    -- Crescent Moon & Star Pendant
    (374, 226, 'Saman, Peshawar', 5, 'The little star swings when I walk. So dainty, I never take it off.', '2026-10-15 09:29+05'),
    (375, 226, 'Esha, Bahawalpur', 4, 'Chand raat is far, but I could not wait. The silver one is very fine.', '2026-11-10 20:41+05'),

    -- Initial A Pendant
    (376, 228, 'Asma, Lahore', 5, 'A for Asma! Clear letter, neat stones around it. My sister Bushra is waiting for a B.', '2026-03-31 15:58+05'),
    (377, 228, 'Adeel, Sialkot', 4, 'For my daughter Anabia. Chain length is right for a ten year old on the shortest ring.', '2026-08-10 17:40+05'),

    -- Kundan Bridal Choker Set
    (378, 229, 'Iram, Lahore', 5, 'I rented nothing and bought this for my barat. It sat perfectly with the dori and I could still turn my head. The pearls moved so beautifully.', '2026-01-18 13:46+05'),
    (379, 229, 'Shanza, Karachi', 5, 'My makeup artist asked for the shop''s name. Worth every rupee, and I will keep it for my daughter.', '2026-03-05 11:25+05'),
    (380, 229, 'Nayab, Islamabad', 4, 'Grand and very well finished. It is heavy, as bridal should be. I bought jhumkas separately to match.', '2026-09-30 19:12+05'),

    -- Pearl Matha Tikka
    (381, 230, 'Madiha, Faisalabad', 5, 'Stayed in place from the salon to the rukhsati with two pins, just as they said.', '2026-03-14 23:03+05'),
    (382, 230, 'Urooj, Lahore', 4, 'The pearl strings are delicate and pretty. Ask for the red one if your choker is red.', '2026-06-23 14:44+05'),

    -- Velvet Matte Lipstick Duo
    (383, 232, 'Kinza, Lahore', 5, 'The red survived biryani and chai at a wedding. Not drying at all.', '2026-11-11 21:58+05'),

    -- Gel Shine Nail Polish Trio
    (384, 234, 'Aqsa, Rawalpindi', 5, 'Burgundy in two coats looks like salon gel. For this price I expected nothing.', '2026-05-16 12:07+05'),
    (385, 234, 'Muskan, Karachi', 3, 'Nice colours but the pink needs three coats. Lasts four days on me.', '2026-08-03 16:59+05')

  ) as r(review, product, user_name, rating, comment, created_at)
on conflict (id) do nothing;

-- Photographs of some reviews: number of the photo, number of the review, place, address.
insert into public.review_photos (id, review_id, place, name, address, bytes)
select md5('demo photo ' || h.photo), '68f0a1' || lpad(h.review::text, 18, '0'), h.place, 'demo-' || h.photo, h.address, 60000
  from (values
    (1, 378, 1, '/media/social/social-3.webp'),
    (2, 378, 2, '/media/collections/collection-bridal.webp'),
    (3, 374, 1, '/media/categories/pendant.webp'),
    (4, 360, 1, '/media/social/social-1.webp'),
    (5, 301, 1, '/media/categories/earrings.webp'),
    (6, 346, 1, '/media/social/social-4.webp')
  ) as h (photo, review, place, address)
on conflict (id) do nothing;

-- What staff say goes well together: number of the product, and of what goes with it.
insert into public.product_picks (product_id, place, pick_id)
select '68f0a1' || lpad(k.product::text, 18, '0'), n.place, '68f0a1' || lpad(n.pick::text, 18, '0')
  from (values
    (201, '{230,219,229}'::integer[]),
    (214, '{226,222,205}'),
    (229, '{230,231,201}'),
    (230, '{229,231,201}'),
    (225, '{212,205,233}'),
    (226, '{214,222}'),
    (220, '{201,219}'),
    (232, '{233,234}')
  ) as k (product, picks)
 cross join lateral unnest(k.picks) with ordinality as n (pick, place)
on conflict (product_id, place) do nothing;
