package effect

// endOfID ends each id of a place's key. No id holds it, so that a place begins with all
// elements of another where its key begins with the other's.
const endOfID = 1

// register numbers the places and the generations of a log.
type register struct {
	numbers     map[string]int32
	places      []place
	generations map[string]int32
}

// place is what a log says of one place.
type place struct {
	key  string // its kind, as a place in kinds, and its ids
	seen int32  // one more than the number of its observations in the log's list, 0 for none
	// expecting is one more than the number of the last effect, known no-ops excepted, that
	// expects something here; 0 for none.
	expecting int32
}

func newRegister() *register {
	return &register{numbers: map[string]int32{}, generations: map[string]int32{}}
}

// number returns the number of a place.
func (r *register) number(key []byte) int32 {
	if n, known := r.numbers[string(key)]; known {
		return n
	}
	n := int32(len(r.places))
	r.places = append(r.places, place{key: string(key)})
	r.numbers[r.places[n].key] = n
	return n
}

// find returns a place by its key, nil where the log does not name it.
func (r *register) find(key string) *place {
	if n, known := r.numbers[key]; known {
		return &r.places[n]
	}
	return nil
}

// generation returns the number of a generation, from 1.
func (r *register) generation(id []byte) int32 {
	if n, known := r.generations[string(id)]; known {
		return n
	}
	n := int32(len(r.generations) + 1)
	r.generations[string(id)] = n
	return n
}

func (r *register) isJob(at resource) bool { return r.places[at.place].key[0] == isJob }
