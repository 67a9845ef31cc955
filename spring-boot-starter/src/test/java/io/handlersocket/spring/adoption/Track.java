// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.adoption;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** A column that HandlerSocket does not return exactly. */
@Entity
public class Track {

    @Id
    private long id;

    private float length;

    public float getLength() {
        return length;
    }
}
