// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.adoption;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import org.hibernate.annotations.Formula;

/** A mapping that only SQL can read. */
@Entity
public class Medal {

    @Id
    private long id;

    @Formula("weight * 2")
    private int doubled;

    public int getDoubled() {
        return doubled;
    }
}
