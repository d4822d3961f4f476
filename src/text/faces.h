/* faces.h - what does not change during a game, told once: names, texts and kinds of
 * things, the words of zones, figures and badges, the headings of moves, the map.
 *
 * A board (text/view.h) holds ids and numbers; with the faces of its pack and language
 * it becomes the view that screens are made of (docs/protocol.md, "faces"):
 *     {"faces":"3f0c…","game":"runemasters","lang":"fr",
 *      "words":{"zone":{"dice":"Dés"},"kind":{},"stat":{},"badge":{},"group":{}},
 *      "things":{"card.troll_red":{"name":"Troll
 * rouge","short":"Troll","kind":"monster","about":"…"}},
 *      "map":{"shape":"hex","cells":[{"id","x","y","terrain"?,"place"?,"near"}]}}
 */
#ifndef VL_TEXT_FACES_H
#define VL_TEXT_FACES_H

#include "text/text.h"

enum { VL_FACES_BYTES = 192 * 1024, VL_FACES_KEY = 17 };

/* By what it is kept: equal keys, equal faces. 16 hexadecimal digits and a NUL. */
void vl_faces_key(char key[VL_FACES_KEY], const struct vl_rules *r, int lang);
/* "map": {"shape","cells"}, into an object that is open; nothing if the game has none.
 * `words`: its cells also have "terrain_text" and "place_text". */
void vl_map_json(struct vl_json *w, const struct vl_rules *r, int lang, bool words);
/* Its members, into an object that is open. */
void vl_faces_json(struct vl_json *w, const struct vl_rules *r, int lang);

/* What a thing does, "about", and what the content says beside that, "flavour". */
void vl_about_json(struct vl_json *w, const struct vl_rules *r, int lang, struct vl_ref ref);

#endif
