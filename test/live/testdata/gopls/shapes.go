// Package shapes has shapes.
package shapes

import "math"

// A Shape has an area. It may be ünusual: 𝒜.
type Shape interface {
	Area() float64
}

// A Circle is a Shape.
type Circle struct{ Radius float64 }

// Area is the area of the circle.
func (c Circle) Area() float64 { return math.Pi * c.Radius * c.Radius }

// Total is the area of all shapes.
func Total(shapes ...Shape) (sum float64) {
	for _, s := range shapes {
		sum += s.Area()
	}
	return sum
}
