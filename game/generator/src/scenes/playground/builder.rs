//! Builds one station in its own frame: Y up, +Z towards the middle of the plaza.

use super::{paint, player::PlayerNodes, shapes, signs, stations::Station};
use crate::{
    base::{
        colliders::{body, cuboid},
        flocks,
        nodes::{self, Place},
    },
    shared::{models, sounds},
};
use flock_demo::{Mover, Tuning};
use fyrox::{
    core::{
        algebra::{UnitQuaternion, Vector3},
        color::Color,
        pool::Handle,
    },
    graph::SceneGraph,
    scene::{
        base::BaseBuilder,
        light::{point::PointLightBuilder, BaseLightBuilder},
        mesh::{Mesh, RenderPath},
        node::Node,
        transform::TransformBuilder,
        Scene,
    },
    script::ScriptTrait,
};
use fyrox_flock::{
    render::BodyShape,
    scripts::FlockSound,
    sim::{
        settings::{Boundary, BoundaryMode, Region, Rule},
        Settings,
    },
    Flock,
};

pub type Vec3 = Vector3<f32>;

/// Builds one station.
pub struct Builder<'a> {
    pub scene: &'a mut Scene,
    pub station: &'static Station,
    pub number: usize,
    pub player: PlayerNodes,
    pub sun: Handle<Node>,
    /// The flock of the station.
    pub flock: Handle<Node>,
    origin: Vec3,
    yaw: f32,
}

impl<'a> Builder<'a> {
    pub fn new(
        scene: &'a mut Scene,
        (number, station): (usize, &'static Station),
        player: PlayerNodes,
        sun: Handle<Node>,
    ) -> Self {
        let (origin, yaw) = station.place();
        Self {
            scene,
            station,
            number,
            player,
            sun,
            flock: Handle::NONE,
            origin,
            yaw,
        }
    }

    /// The place of the station's frame in the world, with an additional yaw in degrees.
    pub fn place(&self, at: Vec3, yaw: f32) -> Place {
        let turn = UnitQuaternion::from_axis_angle(&Vec3::y_axis(), self.yaw.to_radians());
        let position = self.origin + turn * at;
        Place::at(position.x, position.y, position.z).turned(self.yaw + yaw)
    }

    fn base(&self, name: &str, at: Vec3, yaw: f32) -> BaseBuilder {
        self.place(at, yaw).base(&self.named(name))
    }

    fn named(&self, name: &str) -> String {
        format!("{} {name}", self.station.name)
    }

    /// The material of the station's colour.
    pub fn paint(&self) -> String {
        paint::of_station(self.number)
    }

    /// The pad, the banner and the sign.
    pub fn add_common(&mut self) {
        let paint = self.paint();
        let base = self
            .place(Vec3::y() * 0.09, 0.0)
            .scaled(3.6, 1.0, 3.6)
            .base(&self.named("Pad"));
        nodes::mesh_from(self.scene, base, shapes::PAD, &paint);
        let at = Vec3::new(-3.0, 0.0, -2.4);
        let pole =
            fyrox::scene::collider::ColliderShape::capsule(Vec3::zeros(), Vec3::y() * 6.0, 0.1);
        let post = body(self.scene, self.base("Post", at, 0.0), pole);
        let mesh = nodes::mesh(
            self.scene,
            &self.named("Post Mesh"),
            shapes::POST,
            paint::IRON,
        );
        self.scene.graph.link_nodes(mesh, post);
        let cloth = self.base("Banner", at + Vec3::new(0.65, 5.7, 0.0), 0.0);
        nodes::mesh_from(self.scene, cloth, shapes::BANNER, &paint);
        self.add_sign();
    }

    fn add_sign(&mut self) {
        let at = Vec3::new(0.0, 0.0, 3.3);
        let base = self.base("Sign", at, 0.0);
        let shape = cuboid(Vec3::new(1.4, 1.1, 0.2));
        let sign = body(self.scene, base, shape);
        let collider = self.scene.graph[sign].children()[0];
        let middle = Vec3::new(0.0, 1.1, -0.2);
        self.scene.graph[collider]
            .local_transform_mut()
            .set_position(middle);
        let words = signs::surface(self.number);
        for (name, surface, material) in [
            ("Sign Words", words.as_str(), signs::MATERIAL),
            ("Sign Frame", signs::FRAME, paint::IRON),
        ] {
            let mesh = nodes::mesh(self.scene, &self.named(name), surface, material);
            self.scene.graph.link_nodes(mesh, sign);
        }
    }

    /// Adds a mesh.
    pub fn mesh(
        &mut self,
        name: &str,
        surface: &str,
        material: &str,
        at: Vec3,
        size: Vec3,
    ) -> Handle<Node> {
        let place = self.place(at, 0.0).scaled(size.x, size.y, size.z);
        nodes::mesh_from(self.scene, place.base(&self.named(name)), surface, material)
    }

    /// Adds a mesh with a rotation in the frame of the station.
    pub fn turned_mesh(
        &mut self,
        name: &str,
        surface: &str,
        material: &str,
        (at, turn): (Vec3, UnitQuaternion<f32>),
        size: f32,
    ) -> Handle<Node> {
        let node = self.mesh(name, surface, material, at, Vec3::repeat(size));
        let transform = self.scene.graph[node].local_transform_mut();
        let station = **transform.rotation();
        transform.set_rotation(station * turn);
        node
    }

    /// Adds a box that boids do not cross.
    pub fn solid(&mut self, name: &str, material: &str, at: Vec3, half: Vec3) -> Handle<Node> {
        let base = self.base(name, at, 0.0);
        let node = body(self.scene, base, cuboid(half));
        let mesh = self.box_mesh(name, material, half);
        self.scene.graph.link_nodes(mesh, node);
        node
    }

    /// A box at the origin, to become a child of another node.
    pub fn box_mesh(&mut self, name: &str, material: &str, half: Vec3) -> Handle<Node> {
        let size = half * 2.0;
        let base = Place::at(0.0, 0.0, 0.0)
            .scaled(size.x, size.y, size.z)
            .base(&self.named(&format!("{name} Mesh")));
        nodes::mesh_from(self.scene, base, models::CUBE, material)
    }

    /// Makes a node translucent.
    pub fn make_glass(&mut self, node: Handle<Node>) {
        let below = self.scene.graph[node].children().to_vec();
        for node in below.into_iter().chain([node]) {
            if let Some(mesh) = self.scene.graph[node].cast_mut::<Mesh>() {
                mesh.set_render_path(RenderPath::Forward);
                mesh.set_cast_shadows(false);
            }
        }
    }

    /// Adds an empty node with a script. It looks along +Z of the station, rotated by a yaw in
    /// degrees.
    pub fn script(
        &mut self,
        name: &str,
        at: Vec3,
        yaw: f32,
        script: impl ScriptTrait,
    ) -> Handle<Node> {
        let node = flocks::add(self.scene, &self.named(name), Vec3::zeros(), script);
        let base = self.place(at, yaw);
        let turn = UnitQuaternion::from_axis_angle(&Vec3::y_axis(), base.yaw.to_radians());
        self.scene.graph[node]
            .local_transform_mut()
            .set_position(base.position)
            .set_rotation(turn);
        node
    }

    /// Adds the flock of the station.
    pub fn flock(&mut self, at: Vec3, flock: Flock) -> Handle<Node> {
        self.flock = self.script("Flock", at, 0.0, flock);
        self.flock
    }

    /// Lets the player change the flock of the station.
    pub fn add_tuning(&mut self) {
        let tuning = Tuning::new(self.flock, self.station.title);
        // Nearer to the sign, so that the player changes the station whose sign it reads.
        self.script("Tuning", Vec3::new(0.0, 1.5, 2.0), 0.0, tuning);
    }

    /// Makes the birds of the station heard, to a distance in metres.
    pub fn add_voices(&mut self, at: Vec3, volume: f32, range: f32) {
        let voices = FlockSound {
            call: Some(sounds::reference(sounds::STARLING)).into(),
            burst: Some(sounds::reference(sounds::WINGS)).into(),
            volume: volume.into(),
            range: range.into(),
            rate: 5.0.into(),
            flocks: vec![self.flock].into(),
            ..FlockSound::default()
        };
        self.script("Voices", at, 0.0, voices);
    }

    /// Moves a node on a course in the station's frame.
    pub fn moves(&mut self, node: Handle<Node>, mut mover: Mover) {
        // A circle looks the same at every rotation.
        let turn = UnitQuaternion::from_axis_angle(&Vec3::y_axis(), self.yaw.to_radians());
        if *mover.course != flock_demo::Course::Circle {
            mover.way = (turn * *mover.way).into();
        }
        self.scene.graph[node].add_script(mover);
    }

    /// Adds a lamp without shadows.
    pub fn lamp(&mut self, name: &str, at: Vec3, [r, g, b]: [u8; 3], radius: f32) -> Handle<Node> {
        let base = self.base(name, at, 0.0).with_cast_shadows(false);
        let light = BaseLightBuilder::new(base)
            .with_color(Color::opaque(r, g, b))
            .with_scatter_enabled(false)
            .with_intensity(1.2);
        let node = PointLightBuilder::new(light)
            .with_radius(radius)
            .build_node();
        self.scene.graph.add_node(node)
    }

    /// Sets the range of tints of the boids to two colours of the station.
    pub fn tint(&self, flock: &mut Flock) {
        let [r, g, b] = self.station.color;
        let pale = |part: u8| part / 2 + 127;
        flock.variety.tint_from = Color::opaque(r, g, b);
        flock.variety.tint_to = Color::opaque(pale(r), pale(g), pale(b));
    }
}

/// The base of a node at a position.
pub fn at(position: Vec3) -> BaseBuilder {
    let transform = TransformBuilder::new().with_local_position(position);
    BaseBuilder::new().with_local_transform(transform.build())
}

/// A box region with these half extents, for a flock.
pub fn region(half: Vec3) -> Region {
    Region::cuboid(half)
}

/// A swarm in a box, with bodies `scale` times their natural size.
pub fn swarm(shape: BodyShape, scale: f32, count: u32, half: Vec3, speed: f32) -> Flock {
    let mut settings = Settings::default();
    settings.spawn.count = count;
    settings.spawn.region = region(half * 0.7);
    settings.spawn.speed = speed * 0.7;
    settings.cohesion = Rule::new(1.6, 1.5);
    settings.separation = Rule::new(4.0, 0.55);
    settings.alignment = Rule::new(1.6, 1.2);
    settings.wander.enabled = true;
    settings.wander.weight = 1.2;
    settings.motion.min_speed = speed * 0.35;
    settings.motion.max_speed = speed;
    settings.motion.max_acceleration = speed * 4.0;
    settings.boundary = Boundary {
        shape: region(half),
        mode: BoundaryMode::SoftTurn { margin: 1.0 },
        ..Boundary::default()
    };
    settings.avoidance.weight = speed * 12.0;
    settings.collision.body_radius = 0.1;
    settings.body.scale = scale;
    // Shots hit what is drawn.
    settings.body.length = 0.4;
    settings.body.banking = 0.6;
    let mut flock = Flock::new(settings);
    flock.shape = shape.into();
    flock
}
